import type { OutputOf } from '../../../api/operation-types.js'
import { usePages } from '../../../api/use-pages.js'
import { sayBytes, sayCount } from '../../../language/numbers.js'
import { param, setParams } from '../../../location/location.js'
import { select, selection } from '../../../location/selection.js'
import { Empty } from '../../../parts/empty.js'
import { List } from '../../../parts/list.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Select } from '../../../parts/select.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { Time } from '../../../parts/time.js'
import { TasksFrame } from '../tasks-frame.js'
import { t } from '../words.js'

type Artifact = OutputOf<'artifact.list'>['artifacts'][number]

/** Outputs that were too large to stay in a conversation, newest or largest first. */
export function OutputList() {
  const order = param('order') === 'largest' ? 'largest' : 'newest'
  const pages = usePages('artifact.list', [{ limit: 60, order }], {
    read: ({ artifacts, next }) => ({ rows: artifacts as readonly Artifact[], next }),
    keyOf: ({ id }) => id,
  })
  return (
    <TasksFrame
      view="outputs"
      filters={
        <Select
          isLabelHidden
          isQuiet
          label={t('order')}
          value={order}
          options={[
            { value: 'newest', label: t('newest') },
            { value: 'largest', label: t('largest') },
          ]}
          onChange={(value) => setParams({ order: value === 'newest' ? null : value })}
        />
      }
    >
      {pages.rows === undefined ? (
        pages.problem === undefined ? (
          <Skeleton isRows lines={6} />
        ) : (
          <ProblemTold problem={pages.problem} onAgain={pages.again} />
        )
      ) : (
        <List
          label={t('outputs')}
          rows={pages.rows}
          keyOf={({ id }) => id}
          rowHeight={52}
          selected={selection.value?.kind === 'output' ? selection.value.id : null}
          onSelect={({ id }) => select('output', id)}
          onEnd={pages.more}
          row={({ tool, event, lines, bytes, mediaType, at }) => (
            <div class="row-two">
              <div class="row-line">
                <code>{tool ?? t('output')}</code>
                <span class="row-grow clip meta">{event?.session}</span>
                <span>{sayBytes(bytes)}</span>
              </div>
              <div class="row-line meta">
                <span>{t('lines', sayCount(lines))}</span>
                <span>{mediaType}</span>
                <span class="row-grow" />
                <Time at={at} as="moment" />
              </div>
            </div>
          )}
          empty={<Empty title={t('noOutputs')} hint={t('noOutputsHint')} />}
        />
      )}
    </TasksFrame>
  )
}
