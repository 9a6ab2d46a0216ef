import { call } from '../../api/call.js'
import { noticeChange } from '../../api/changes.js'
import { deselect } from '../../location/selection.js'
import { confirm } from '../../parts/confirm.js'
import { attempt, notify } from '../../parts/notice.js'
import { leaveFocus, viewState } from './view-state.js'
import { sayNode, t } from './words.js'

const SHOWN = 8

/** Says what would go, asks, and forgets every item that names it. */
export async function forgetEntity(entity: {
  readonly id: string
  readonly name: string
  readonly isUser: boolean
}): Promise<void> {
  const name = sayNode(entity)
  await attempt(async () => {
    const told = await call('memory.forget', { entity: entity.id, preview: true })
    if (told.preview !== true) return
    const count = `${told.items.length}${told.isComplete ? '' : '+'}`
    const isSure = await confirm({
      title: t('forgetTitle', name),
      body: (
        <>
          <p>{t('forgetBody', count)}</p>
          <ul class="forget-list">
            {told.items.slice(0, SHOWN).map((item) => (
              <li key={item.id} class="clip">
                {item.text}
              </li>
            ))}
          </ul>
        </>
      ),
      action: t('forgetDo', count),
    })
    if (!isSure) return
    const gone = await call('memory.forget', { entity: entity.id })
    if (viewState.value.focus === entity.id) leaveFocus()
    else deselect()
    noticeChange()
    if (gone.preview === false)
      notify(t(gone.state === 'physical' ? 'forgottenProven' : 'forgotten', name, gone.ids.length))
  })
}
