import { isSelected, select } from '../../location/selection.js'
import { Button } from '../../parts/button.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { TimeSpan } from '../../parts/time.js'
import { Trust } from '../../parts/trust.js'
import { refOf } from './picture.js'
import { isSymmetric, sayRelation } from './relation-words.js'
import type { PathState } from './use-path.js'
import { picture } from './use-picture.js'
import { setPath } from './view-state.js'
import { sayNode, t } from './words.js'

/** The path in words, step by step, each with the words that say so. */
export function PathTold({ path }: { readonly path: PathState }) {
  const { isWanted, isKnown, isAt, isComplete, steps, problem, again } = path
  if (!isWanted) return null
  return (
    <section class="path-told" aria-label={t('path')}>
      <header class="path-head">
        <h2>{t('path')}</h2>
        {isKnown === true && <span class="meta">{t('pathSteps', steps.length)}</span>}
        <Button kind="quiet" icon="close" label={t('closePath')} onClick={() => setPath(null)} />
      </header>
      {problem !== undefined && <ProblemTold problem={problem} onAgain={again} />}
      {isKnown === false && (
        <p class="path-none">{t(isComplete ? (isAt ? 'noPathAt' : 'noPath') : 'cutPath')}</p>
      )}
      <ol class="path-steps">
        {steps.map((step, index) => {
          const here = path.ids[index] ?? ''
          const there = path.ids[index + 1] ?? ''
          const ref = refOf({ id: step.id, to: step.to.id })
          const said = sayRelation(step.type)
          return (
            <li key={ref}>
              <button
                type="button"
                class={isSelected('relation', ref) ? 'path-step path-step-on' : 'path-step'}
                onClick={() => select('relation', ref)}
              >
                <span class="path-line">
                  <strong>{nameOf(here, path)}</strong>{' '}
                  {isSymmetric(step.type)
                    ? `— ${said} —`
                    : step.from.id === here
                      ? `— ${said} →`
                      : `← ${said} —`}{' '}
                  <strong>{nameOf(there, path)}</strong>
                </span>
                {step.text !== null && <span class="path-says">{step.text}</span>}
                <span class="path-meta meta">
                  {step.trust !== null && <Trust of={step.trust} isNamed />}
                  {step.validFrom !== null && <TimeSpan from={step.validFrom} until={step.validUntil} />}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function nameOf(id: string, { entities }: PathState): string {
  const node = picture.value.nodes.get(id)
  return node === undefined ? (entities.find((one) => one.id === id)?.name ?? '') : sayNode(node)
}
