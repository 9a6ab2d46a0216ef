import { Empty } from '../../parts/empty.js'
import { Page as Frame } from '../../parts/page.js'
import { t } from './words.js'

export function Page() {
  return (
    <Frame title={t('title')}>
      <Empty title={t('about')} />
    </Frame>
  )
}
