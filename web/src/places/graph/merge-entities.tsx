import { useState } from 'preact/hooks'
import { call } from '../../api/call.js'
import { noticeChange } from '../../api/changes.js'
import { useOperation } from '../../api/use-operation.js'
import { sayList } from '../../language/say-list.js'
import { select } from '../../location/selection.js'
import { Button } from '../../parts/button.js'
import { attempt, notify } from '../../parts/notice.js'
import type { KnownEntity } from './entity-inspector.js'
import { EntitySearch } from './entity-search.js'
import { mergePlan } from './merge-plan.js'
import { sayNode, t } from './words.js'

/** Makes one of two: first whom, then what will happen, then it is done and can be taken back. */
export function MergeEntities({ known, onEnd }: { readonly known: KnownEntity; readonly onEnd: () => void }) {
  const [picked, setPicked] = useState<string | null>(null)
  const [isSwapped, setSwapped] = useState(false)
  const other = useOperation('memory.entity', picked === null ? null : { id: picked })
  const second = picked === null ? undefined : other.value
  // The user cannot become part of someone else.
  const isUserSecond = second?.entity.isUser === true
  const keepsSecond = known.entity.isUser ? false : isUserSecond || isSwapped
  const [kept, gone] = keepsSecond && second !== undefined ? [second, known] : [known, second]
  const merge = () =>
    attempt(async () => {
      if (gone === undefined) return
      const { undo, entity } = await call('memory.merge_entities', {
        keep: kept.entity.id,
        merge: gone.entity.id,
      })
      noticeChange()
      select('entity', entity.id)
      onEnd()
      notify(t('merged', sayNode(kept.entity), sayNode(gone.entity)), {
        undo: async () => {
          await call('memory.split_entity', undo)
          noticeChange()
        },
      })
    })
  return (
    <section class="entity-task" aria-label={t('merge')}>
      {gone === undefined ? (
        <EntitySearch
          label={t('mergeWith')}
          isFirst
          except={known.entity.id}
          onPick={({ id }) => setPicked(id)}
        />
      ) : (
        <>
          <h3>{t('willBe')}</h3>
          <Plan kept={kept} gone={gone} isUser={kept.entity.isUser} />
          <div class="entity-task-actions">
            <Button kind="primary" onClick={() => void merge()}>
              {t('doMerge')}
            </Button>
            {!known.entity.isUser && !isUserSecond && (
              <Button onClick={() => setSwapped(!isSwapped)}>{t('swap')}</Button>
            )}
            <Button kind="quiet" onClick={onEnd}>
              {t('cancel')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

function Plan({
  kept,
  gone,
  isUser,
}: {
  readonly kept: KnownEntity
  readonly gone: KnownEntity
  readonly isUser: boolean
}) {
  const { names, mentions, relations, clashes } = mergePlan(kept, gone)
  return (
    <ul class="entity-plan">
      <li>{isUser ? t('userStays') : t('keepsName', sayNode(kept.entity))}</li>
      {names.length > 0 && <li>{t('getsNames', sayList(names))}</li>}
      <li>{t('getsCounts', mentions, relations)}</li>
      {clashes.map(({ attribute, one, other }) => (
        <li key={attribute} class="entity-clash">
          {t('clash', attribute, one, other)}
        </li>
      ))}
      <li>{t('canUndo')}</li>
    </ul>
  )
}
