import { Empty } from '../../../parts/empty.js'
import { t } from '../words.js'

/** What stands where a role can do nothing: no error, and whom to ask. */
export function NotYours({ isForAdministrator = false }: { readonly isForAdministrator?: boolean }) {
  return isForAdministrator ? (
    <Empty title={t('administratorOnly')} hint={t('administratorOnlyHint')} />
  ) : (
    <Empty title={t('notYours')} hint={t('notYoursHint')} />
  )
}
