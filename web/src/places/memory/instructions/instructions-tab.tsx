import { may } from '../../../api/caller.js'
import { useOperation } from '../../../api/use-operation.js'
import { useKeys } from '../../../keys/use-keys.js'
import { param, setParams } from '../../../location/location.js'
import { select, selection } from '../../../location/selection.js'
import { Button } from '../../../parts/button.js'
import { Empty } from '../../../parts/empty.js'
import { List } from '../../../parts/list.js'
import { Meter } from '../../../parts/meter.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { Status } from '../../../parts/status.js'
import { Time } from '../../../parts/time.js'
import { MemoryFrame } from '../memory-frame.js'
import { BLOCK_TOKENS, type Instruction, scopeInWords } from './instruction.js'
import { InstructionForm } from './instruction-form.js'
import './instructions.css'
import { t } from './words.js'

/** What is to be done always, the highest priority first. `p` turns one on or off. */
export function InstructionsTab() {
  const listed = useOperation('memory.instructions', { limit: 200 })
  const canWrite = may('memory.write')
  const isNew = canWrite && param('new') === 'yes'
  const create = () => setParams({ new: 'yes' })
  useKeys(canWrite ? { create } : {})
  const rows = listed.value?.instructions ?? []
  return (
    <MemoryFrame
      tab="instructions"
      actions={
        canWrite && (
          <Button kind="primary" icon="plus" keyHint="n" onClick={create}>
            {t('add')}
          </Button>
        )
      }
    >
      {isNew && (
        <InstructionForm
          of={null}
          onDone={(id) => {
            setParams({ new: null })
            if (id !== null) select('instruction', id)
          }}
        />
      )}
      {listed.value === undefined ? (
        listed.problem === undefined ? (
          <Skeleton isRows lines={6} />
        ) : (
          <ProblemTold problem={listed.problem} onAgain={listed.again} />
        )
      ) : (
        <>
          <List
            label={t('listLabel')}
            rows={rows}
            keyOf={({ id }) => id}
            rowHeight={56}
            row={(row) => <InstructionRow instruction={row} />}
            selected={selection.value?.id ?? null}
            onSelect={({ id }) => select('instruction', id)}
            empty={
              <Empty title={t('none')} hint={t('noneHint')}>
                {canWrite && (
                  <Button kind="primary" onClick={create}>
                    {t('add')}
                  </Button>
                )}
              </Empty>
            }
          />
          {rows.length > 0 && <Block {...listed.value} />}
        </>
      )}
    </MemoryFrame>
  )
}

function InstructionRow({ instruction }: { readonly instruction: Instruction }) {
  const { text, priority, isEnabled, isExpired, isDetected, fact } = instruction
  const expiresAt = fact?.expiresAt ?? null
  return (
    <div class="row-two">
      <div class="row-line">
        <span class="instruction-priority" title={t('priority')}>
          {priority}
        </span>
        <span class={isEnabled && !isExpired ? 'row-grow clip' : 'row-grow clip instruction-off'}>
          {text}
        </span>
        {!isEnabled && <Status of="disabled" />}
        {isExpired && <Status of="expired" />}
      </div>
      <div class="row-line meta instruction-meta">
        <span class="row-grow clip">
          {scopeInWords(instruction)} · {isDetected ? t('detected') : t('addedByYou')}
        </span>
        {expiresAt !== null && !isExpired && (
          <span>
            {t('until')} <Time at={expiresAt} />
          </span>
        )}
      </div>
    </div>
  )
}

/** What a prompt gets of them. */
function Block({
  block,
  tokens,
  more,
}: {
  readonly block: string
  readonly tokens: number
  readonly more: number
}) {
  return (
    <details class="memory-fold">
      <summary>
        <span>{t('inPrompt')}</span>
        <Meter share={tokens / BLOCK_TOKENS} label={t('inPrompt')} kind={more > 0 ? 'care' : 'plain'} />
        <span class="meta">{t('tokens', tokens, BLOCK_TOKENS)}</span>
        {more > 0 && <span class="meta">{t('more', more)}</span>}
      </summary>
      <pre class="verbatim" tabIndex={0}>
        {block}
      </pre>
    </details>
  )
}
