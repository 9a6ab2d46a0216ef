import { call } from '../../../api/call.js'
import type { OutputOf } from '../../../api/operation-types.js'
import { sayCount } from '../../../language/numbers.js'
import { Button } from '../../../parts/button.js'
import { Progress } from '../../../parts/progress.js'
import { Part } from '../shared/part.js'
import { useWork } from '../shared/use-work.js'
import { t } from './words.js'

/** What makes the index and the vectors anew. Nothing that is remembered changes. */
export function Upkeep({ embedding }: { readonly embedding: OutputOf<'system.status'>['embedding'] }) {
  const reindex = useWork<OutputOf<'memory.reindex'>>()
  const embed = useWork<OutputOf<'memory.embed'>>()
  const isOff = embedding.state === 'off'
  const isBusy = reindex.isRunning || embed.isRunning
  return (
    <Part title={t('upkeep')} about={t('upkeepAbout')}>
      <div class="part-line">
        <Button
          isDisabled={isBusy}
          onClick={() => reindex.start((options) => call('memory.reindex', { all: true }, options))}
        >
          {t('reindex')}
        </Button>
        <span class="meta">{t('reindexAbout')}</span>
      </div>
      {reindex.isRunning && (
        <Progress
          label={t('reindexing')}
          progress={reindex.progress}
          startedAt={reindex.startedAt}
          onStop={reindex.stop}
        />
      )}
      {reindex.result !== undefined && (
        <p role="status">
          {t('reindexed', sayCount(reindex.result.looked), sayCount(reindex.result.changed))}
        </p>
      )}
      <div class="part-line">
        <Button
          isDisabled={isBusy || isOff || embedding.pending === 0}
          onClick={() => embed.start((options) => call('memory.embed', {}, options))}
        >
          {t('embed')}
        </Button>
        <Button
          isDisabled={isBusy || isOff}
          onClick={() => embed.start((options) => call('memory.embed', { all: true }, options))}
        >
          {t('embedAll')}
        </Button>
        <span class="meta">
          {isOff
            ? t('embedOff')
            : embedding.pending === 0
              ? t('embedNone')
              : t('pending', sayCount(embedding.pending))}
        </span>
      </div>
      {embed.isRunning && (
        <Progress
          label={t('embedding')}
          progress={embed.progress}
          startedAt={embed.startedAt}
          onStop={embed.stop}
        />
      )}
      {embed.result !== undefined && (
        <p role="status">
          {t('embedded', sayCount(embed.result.embedded))}
          {embed.result.failed > 0 && ` · ${t('failed', sayCount(embed.result.failed))}`}
          {embed.result.pending > 0 && ` · ${t('pending', sayCount(embed.result.pending))}`}
        </p>
      )}
    </Part>
  )
}
