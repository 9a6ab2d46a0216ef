import { useState } from 'preact/hooks'
import { may } from '../../../api/caller.js'
import { useOperation } from '../../../api/use-operation.js'
import { forget, ReceiptTold, receiptOf } from '../../../inspector/forget.js'
import { InspectorFrame } from '../../../inspector/inspector-frame.js'
import { SourceChain } from '../../../inspector/source-chain.js'
import { Uses } from '../../../inspector/uses.js'
import { useKeys } from '../../../keys/use-keys.js'
import { select } from '../../../location/selection.js'
import { Button } from '../../../parts/button.js'
import { Empty } from '../../../parts/empty.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Section } from '../../../parts/section.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { Status } from '../../../parts/status.js'
import { Time } from '../../../parts/time.js'
import { Trust } from '../../../parts/trust.js'
import { t as memory } from '../words.js'
import { type Instruction, scopeInWords, toggle } from './instruction.js'
import { InstructionForm } from './instruction-form.js'
import './instructions.css'
import { t } from './words.js'

/** One instruction: what it says, when it applies, where it was heard. */
export function InstructionInspector({ id }: { readonly id: string }) {
  const listed = useOperation('memory.instructions', { limit: 200 })
  const found = listed.value?.instructions.find((one) => one.id === id)
  const receipt = receiptOf('item', id)
  if (found !== undefined && receipt === undefined) return <Shown instruction={found} />
  return (
    <InspectorFrame head={null}>
      {listed.problem !== undefined && <ProblemTold problem={listed.problem} onAgain={listed.again} />}
      {listed.problem === undefined && listed.value === undefined && <Skeleton />}
      {receipt !== undefined && <ReceiptTold receipt={receipt} />}
      {listed.value !== undefined && receipt === undefined && <Empty title={memory('nothing')} />}
    </InspectorFrame>
  )
}

function Shown({ instruction }: { readonly instruction: Instruction }) {
  const { id, text, trust, priority, isEnabled, isExpired, isDetected, recordedAt, fact } = instruction
  const [isEdit, setIsEdit] = useState(false)
  const edit = () => setIsEdit(true)
  const remove = () => void forget({ id })
  const canWrite = may('memory.write')
  const canForget = !isDetected && may('memory.forget')
  useKeys({
    ...(canWrite ? { correct: edit, pin: () => toggle(instruction) } : {}),
    ...(canForget ? { forget: remove } : {}),
  })
  const expiresAt = fact?.expiresAt ?? null
  return (
    <InspectorFrame
      head={
        <>
          <span class="inspector-kind">{t('kind')}</span>
          <Trust of={trust} isNamed />
          <Time at={recordedAt} />
          {!isEnabled && <Status of="disabled" />}
          {isExpired && <Status of="expired" />}
        </>
      }
      says={
        isEdit ? (
          <InstructionForm
            of={instruction}
            onDone={(changed) => {
              setIsEdit(false)
              if (changed !== null) select('instruction', changed)
            }}
          />
        ) : (
          <p class="verbatim">{text}</p>
        )
      }
      actions={
        <>
          {canWrite && (
            <>
              <Button keyHint="e" icon="pen" onClick={edit}>
                {t('edit')}
              </Button>
              <Button keyHint="p" onClick={() => toggle(instruction)}>
                {isEnabled ? t('turnOff') : t('turnOn')}
              </Button>
            </>
          )}
          {canForget && (
            <Button kind="danger" icon="bin" keyHint="x" onClick={remove}>
              {t('forget')}
            </Button>
          )}
        </>
      }
    >
      <Section title={t('terms')}>
        <dl class="instruction-about">
          <dt>{t('scope')}</dt>
          <dd>{scopeInWords(instruction)}</dd>
          <dt>{t('priority')}</dt>
          <dd>{priority}</dd>
          <dt>{t('expires')}</dt>
          <dd>{expiresAt === null ? t('expiresNever') : <Time at={expiresAt} as="moment" />}</dd>
        </dl>
      </Section>
      {isDetected && <p class="meta">{t('detectedHint')}</p>}
      <SourceChain id={id} />
      <Uses id={id} />
    </InspectorFrame>
  )
}
