import { useState } from 'preact/hooks'
import { useOperation } from '../../../api/use-operation.js'
import { InspectorFrame } from '../../../inspector/inspector-frame.js'
import { sayCount } from '../../../language/numbers.js'
import { href, hrefHere, param, path } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Section } from '../../../parts/section.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { Time } from '../../../parts/time.js'
import { BlockLegend } from './block-legend.js'
import { PromptItems } from './prompt-items.js'
import './prompt.css'
import { Replay } from './replay.js'
import { StackedBar } from './stacked-bar.js'
import { t } from './words.js'

/** A prompt as it was assembled: what each block took, everything that was in or out, and why. */
export function PromptInspector({ id }: { readonly id: string }) {
  const { value: prompt, problem, again } = useOperation('prompt.show', { id })
  const [isReplayed, setReplayed] = useState(false)
  if (prompt === undefined) {
    return (
      <InspectorFrame head={<span class="inspector-kind">{t('prompt')}</span>}>
        {problem === undefined ? <Skeleton /> : <ProblemTold problem={problem} onAgain={again} />}
      </InspectorFrame>
    )
  }
  const { session, at, seq, tokens, budgetTokens, blocks, items, ask, task } = prompt
  const block = param('block')
  return (
    <InspectorFrame
      head={
        <>
          <span class="inspector-kind">{t('prompt')}</span>
          <Time at={at} as="moment" />
          <span>{t('event', seq)}</span>
        </>
      }
      says={
        <>
          <p class="prompt-total">{t('total', sayCount(tokens), sayCount(budgetTokens))}</p>
          <StackedBar blocks={blocks} budget={budgetTokens} current={block} />
          <BlockLegend blocks={blocks} tokens={tokens} current={block} />
        </>
      }
      actions={
        <>
          <Button
            kind={isReplayed ? 'plain' : 'primary'}
            isOn={isReplayed}
            onClick={() => setReplayed(!isReplayed)}
          >
            {t('replay')}
          </Button>
          {path.value[1] !== session && (
            <Button href={href(['tasks', session], { on: `prompt:${id}` })}>{t('inConversation')}</Button>
          )}
          {ask !== null && <Button href={hrefHere({ on: `item:${ask}` })}>{t('asked')}</Button>}
          {task !== null && <Button href={hrefHere({ on: `task:${task}` })}>{t('task')}</Button>}
        </>
      }
    >
      {isReplayed && (
        <Section title={t('replayTitle')}>
          <Replay prompt={prompt} />
        </Section>
      )}
      <PromptItems items={items} block={block} />
    </InspectorFrame>
  )
}
