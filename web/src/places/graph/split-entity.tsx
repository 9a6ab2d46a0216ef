import { useState } from 'preact/hooks'
import { call } from '../../api/call.js'
import { noticeChange } from '../../api/changes.js'
import { sayList } from '../../language/say-list.js'
import { Button } from '../../parts/button.js'
import { attempt, notify } from '../../parts/notice.js'
import type { KnownEntity } from './entity-inspector.js'
import { splitPlan } from './merge-plan.js'
import { t } from './words.js'

/** Parts names from one: first which, then what will happen, then it is done and can be taken back. */
export function SplitEntity({ known, onEnd }: { readonly known: KnownEntity; readonly onEnd: () => void }) {
  const { entity, names } = known
  const [picked, setPicked] = useState<ReadonlySet<string>>(
    new Set(names.filter(({ from }) => from !== null).map(({ name }) => name)),
  )
  if (names.length < 2) return <p class="entity-task meta">{t('onlyName')}</p>
  const { back, own, isPossible } = splitPlan(known, picked)
  const toggle = (name: string) => {
    const next = new Set(picked)
    if (!next.delete(name)) next.add(name)
    setPicked(next)
  }
  const split = () =>
    attempt(async () => {
      const going = [...picked]
      const { parted } = await call('memory.split_entity', { id: entity.id, names: going })
      noticeChange()
      onEnd()
      notify(t('splitDone', sayList(going)), {
        undo: async () => {
          for (const { id } of parted) await call('memory.merge_entities', { keep: entity.id, merge: id })
          noticeChange()
        },
      })
    })
  return (
    <section class="entity-task" aria-label={t('split')}>
      <fieldset class="graph-checks">
        <legend>{t('splitWhich')}</legend>
        {names.map(({ name, mentions, from }) => (
          <label key={name} class="graph-check">
            <input type="checkbox" checked={picked.has(name)} onChange={() => toggle(name)} />
            <span>{name}</span>
            <span class="meta">
              {t('mentions', mentions)}
              {from === null ? '' : ` · ${t('fromMerge')}`}
            </span>
          </label>
        ))}
      </fieldset>
      {picked.size === names.length && <p class="meta">{t('oneLeft')}</p>}
      {isPossible && (
        <>
          <h3>{t('willBe')}</h3>
          <ul class="entity-plan">
            {back.map((going) => (
              <li key={going[0]}>{t('goesBack', sayList(going))}</li>
            ))}
            {own.length > 0 && <li>{t('becomesOwn', sayList(own))}</li>}
            <li>{t('canUndo')}</li>
          </ul>
        </>
      )}
      <div class="entity-task-actions">
        <Button kind="primary" isDisabled={!isPossible} onClick={() => void split()}>
          {t('doSplit')}
        </Button>
        <Button kind="quiet" onClick={onEnd}>
          {t('cancel')}
        </Button>
      </div>
    </section>
  )
}
