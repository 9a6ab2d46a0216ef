import { bothHalves, dialogueSets, hasDialogues, measureDialogues } from './dialogues.js'
import type { Floor } from './floors.js'
import { hasNews, measureNews } from './news.js'
import { freshSets, measureStatements, statementSets } from './statements.js'

/** What `npm run eval -- extraction` prints. */
export interface ExtractionReport {
  readonly lines: readonly string[]
  readonly floors: readonly Floor[]
}

/**
 * How well the rules read what is stated: the sentences of eval/own, and DialogRE and CoNLL04 where the folder of sets
 * holds them.
 */
export function measureExtraction(folder: string): ExtractionReport {
  const own = measureOwn()
  const lines = [...own.lines]
  const floors = [...own.floors]
  if (folder !== '' && hasDialogues(folder)) {
    for (const set of dialogueSets) {
      const even = measureDialogues(folder, set, 'even')
      const odd = measureDialogues(folder, set, 'odd')
      const all = bothHalves(even, odd)
      const figures = [even, odd, all].map(
        ({ half, precision, recall, right, predicted, gold }) =>
          `${half} ${figureOf(precision)} at ${figureOf(recall)} (${right} of ${predicted}, of ${gold})`,
      )
      lines.push(`${set}: precision at recall: ${figures.join('; ')}`)
      floors.push({ label: `${set} precision`, floor: 0.6, value: all.precision })
      floors.push({ label: `${set} recall`, floor: set === 'dialogre_en' ? 0.15 : 0.1, value: all.recall })
    }
  }
  if (folder !== '' && hasNews(folder)) {
    const { precision, recall, predicted, gold } = measureNews(folder)
    lines.push(
      `conll04: precision ${figureOf(precision)}, recall ${figureOf(recall)} (${predicted} of ${gold})`,
    )
  }
  return { lines, floors }
}

/** The sentences written for this project, whose second half the rules were not made by. */
export function measureOwn(): ExtractionReport {
  const all = statementSets.map((set) => measureStatements(set))
  const lines = all.map(
    ({ set, texts, precision, recall, found, expected }) =>
      `${set}: ${texts} texts, precision ${figureOf(precision)}, recall ${figureOf(recall)} (${found} of ${expected})`,
  )
  const sum = (of: (figures: (typeof all)[number]) => number) =>
    all.reduce((total, figures) => total + of(figures), 0)
  const precision = sum(({ claimed, precision: share }) => claimed * share) / sum(({ claimed }) => claimed)
  const recall = sum(({ found }) => found) / sum(({ expected }) => expected)
  for (const set of freshSets) {
    const { texts, precision: right, recall: got, found, expected } = measureStatements(set)
    lines.push(
      `${set}: ${texts} texts, precision ${figureOf(right)}, recall ${figureOf(got)} (${found} of ${expected})`,
    )
  }
  lines.push(`statements, all: precision ${figureOf(precision)}, recall ${figureOf(recall)}`)
  return {
    lines,
    floors: [
      { label: 'statements precision', floor: 0.97, value: precision },
      { label: 'statements recall', floor: 0.85, value: recall },
    ],
  }
}

function figureOf(share: number): string {
  return share.toFixed(3)
}
