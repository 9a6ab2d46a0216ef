import { useOperation } from '../../../api/use-operation.js'
import { param, setParams } from '../../../location/location.js'
import { Empty } from '../../../parts/empty.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Select } from '../../../parts/select.js'
import { Skeleton } from '../../../parts/skeleton.js'
import '../../review/review.css'
import { SectionDiff } from '../../review/section-diff.js'
import { t as review } from '../../review/words.js'
import type { ShownDocument } from '../document.js'
import { t } from '../words.js'

const changes = ['added', 'changed', 'removed', 'moved'] as const

/** What is new in a version, section by section: the latest against the one that answers, or any two. */
export function ChangesTab({ shown: { document, versions } }: { readonly shown: ShownDocument }) {
  const { id, shelf, latest, published } = document
  const numbers = versions.map(({ number }) => number)
  const to = chosen('version', numbers) ?? latest
  const from =
    chosen('against', numbers) ??
    (published !== null && published !== to ? published : (numbers.find((number) => number < to) ?? null))
  const compared = useOperation(
    'knowledge.show',
    from === null ? null : { document: id, shelf, version: to, against: from, diff: true },
  )
  if (from === null) return <Empty title={t('firstVersion')} />
  const diff = compared.value?.diff ?? null
  const options = versions.map(({ number }) => ({
    value: String(number),
    label: sayVersion(number, published),
  }))
  return (
    <div class="reader-changes">
      <h2 class="only-heard">{t('changes')}</h2>
      <div class="reader-compared">
        <Select
          label={t('from')}
          value={String(from)}
          options={options}
          onChange={(against) => setParams({ against })}
        />
        <Select
          label={t('to')}
          value={String(to)}
          options={options}
          onChange={(version) => setParams({ version })}
        />
        {diff !== null &&
          changes
            .filter((change) => diff.counts[change] > 0)
            .map((change) => (
              <span key={change} class={`change change-${change}`}>
                {review(`counts_${change}`, diff.counts[change])}
              </span>
            ))}
      </div>
      {compared.value === undefined && compared.problem === undefined && <Skeleton lines={8} />}
      {compared.problem !== undefined && diff === null && (
        <ProblemTold problem={compared.problem} onAgain={compared.again} />
      )}
      {diff?.sections.length === 0 && <p class="meta">{t('same')}</p>}
      {diff?.sections.map((section) => (
        <SectionDiff key={`${section.change} ${section.anchor}`} section={section} />
      ))}
      {diff?.isComplete === false && <p class="meta">{t('moreChanges')}</p>}
    </div>
  )
}

function chosen(name: string, numbers: readonly number[]): number | undefined {
  return numbers.find((number) => String(number) === param(name))
}

function sayVersion(number: number, published: number | null): string {
  return number === published ? `${t('version', number)} · ${t('status_ready')}` : t('version', number)
}
