import type { QuestionKind } from './dataset.js'
import type { Measure } from './measures.js'
import type { Results, SizeResult, SystemResult } from './results.js'
import { growthExponent } from './statistics.js'
import { systems } from './systems.js'

/** A run as Markdown: medians over its rounds. */
export function tableOf(results: Results): string {
  const { at, machine, seconds, sizes, footprints, mcp } = results
  const blocks = [
    `Run of ${at.substring(0, 16).replace('T', ' ')} UTC, ${seconds} s: ${machine.cpu}, ${machine.cores} cores, ` +
      `${machine.gigabytes} GB, Node ${machine.node}. Medians over rounds.`,
    ...sizes.flatMap(sizeBlocks),
  ]
  const [small, large] = [sizes[0], sizes.at(-1)]
  if (small !== undefined && large !== undefined && small !== large) blocks.push(growthBlock(small, large))
  blocks.push(footprintBlock(footprints))
  if (mcp.length > 0) blocks.push(mcpBlock(mcp))
  return blocks.join('\n\n')
}

const kinds: readonly { readonly kind: QuestionKind; readonly heading: string }[] = [
  { kind: 'words1', heading: '1 word' },
  { kind: 'words3', heading: '3 words' },
  { kind: 'words8', heading: '8 words' },
  { kind: 'chinese', heading: 'Chinese, 2 words' },
  { kind: 'small8', heading: '8 words, bank of 1 %' },
]

/** Measures of which the cost of one item, capture or question can be told at two sizes. */
const growing: readonly { readonly measure: Measure; readonly heading: string; readonly isRate?: boolean }[] =
  [
    { measure: 'bulkRate', heading: 'bulk, an item', isRate: true },
    { measure: 'captureMs', heading: 'capture' },
    { measure: 'words1P50', heading: '1 word' },
    { measure: 'words3P50', heading: '3 words' },
    { measure: 'words8P50', heading: '8 words' },
    { measure: 'small8P50', heading: 'bank of 1 %' },
    { measure: 'openMs', heading: 'open' },
    { measure: 'diskBytes', heading: 'disk, an item' },
    { measure: 'peakMb', heading: 'memory' },
  ]

function sizeBlocks(size: SizeResult): string[] {
  const { items, floors } = size
  const measured = size.systems.filter(({ rounds }) => rounds > 0)
  const failed = size.systems.filter(({ failure }) => failure !== undefined)
  const ours = measured.find(({ name }) => name === 'recollect')
  const bulkMicros = 1e6 / median(ours, 'bulkRate')
  const { fdatasyncMs, scanGigabytes, pointLookUps, jsonMegabytes, segmentMicros } = floors
  return [
    `### ${whole(items)} items`,
    `Floors of the machine in the same rounds: fdatasync of 4 KB ${figure(fdatasyncMs.median)} ms (rounds: ` +
      `${figure(fdatasyncMs.min)} to ${figure(fdatasyncMs.max)}), memory scan ${figure(scanGigabytes.median)} GB/s, ` +
      `${whole(pointLookUps.median)} rows/s out of SQLite by number, JSON.parse ${figure(jsonMegabytes.median)} MB/s.` +
      (Number.isNaN(bulkMicros)
        ? ''
        : ` Segmentation: ${figure(segmentMicros.median)} µs of the ${figure(bulkMicros)} µs that an item ` +
          `takes in our bulk import (${percent(segmentMicros.median / bulkMicros)}).`),
    markdown(
      [
        'writing',
        'rounds',
        'bulk, items/s',
        'one capture, p50',
        '× fdatasync',
        '16 callers, captures/s',
        '× one caller',
        'of these kept',
        'a capture survives',
      ],
      measured.map((system) => [
        system.name,
        String(system.rounds),
        whole(median(system, 'bulkRate')),
        `${figure(median(system, 'captureMs'))} ms`,
        figure(median(system, 'captureSyncs')),
        whole(median(system, 'groupRate')),
        figure(median(system, 'groupTimes')),
        percent(median(system, 'groupKept')),
        systems.find(({ name }) => name === system.name)?.durability ?? '',
      ]),
    ),
    markdown(
      [
        'finding: p50 / p95 ms; source in the first ten / first; overlap@10',
        ...kinds.map(({ heading }) => heading),
      ],
      measured.map((system) => [system.name, ...kinds.map(({ kind }) => answerCell(system, kind))]),
    ),
    markdown(
      [
        'keeping',
        'open to first answer',
        'to write all out',
        'disk, bytes an item',
        'memory at most, MB',
        'memory at rest, MB',
      ],
      measured.map((system) => [
        system.name,
        withUnit(median(system, 'openMs'), 'ms'),
        withUnit(median(system, 'persistMs'), 'ms'),
        whole(median(system, 'diskBytes')),
        whole(median(system, 'peakMb')),
        whole(median(system, 'restMb')),
      ]),
    ),
    ...failed.map(({ name, failure = '' }) => `${name} failed: ${failure.split('\n')[0]}`),
  ]
}

function answerCell(system: SystemResult, kind: QuestionKind): string {
  const asked = median(system, `${kind}Asked`)
  if (Number.isNaN(asked)) return '–'
  const times = `${figure(median(system, `${kind}P50`))} / ${figure(median(system, `${kind}P95`))}`
  const [found, first] = [median(system, `${kind}Found`), median(system, `${kind}First`)]
  const shares = `${percentages(found, first)}; ${median(system, `${kind}Overlap`).toFixed(2)}`
  return `${times}; ${shares}${asked < FEW ? ` (${whole(asked)} asked)` : ''}`
}

/** Below this many questions a round, shares are rough and p95 is the worst. */
const FEW = 20

function growthBlock(small: SizeResult, large: SizeResult): string {
  const rows = large.systems
    .map((system) => ({ system, before: small.systems.find(({ name }) => name === system.name) }))
    .filter(({ system, before }) => system.rounds > 0 && (before?.rounds ?? 0) > 0)
    .map(({ system, before }) => [
      system.name,
      ...growing.map(({ measure, isRate }) => {
        const cost = (of: SystemResult | undefined) => {
          const value = median(of, measure)
          return isRate === true ? 1 / value : value
        }
        const exponent = growthExponent(
          { items: small.items, cost: cost(before) },
          { items: large.items, cost: cost(system) },
        )
        return Number.isFinite(exponent) ? exponent.toFixed(2) : '–'
      }),
    ])
  const headings = [
    `growth, ${whole(small.items)} to ${whole(large.items)}: cost ~ items^`,
    ...growing.map(({ heading }) => heading),
  ]
  return `### Growth\n\n${markdown(headings, rows)}`
}

function footprintBlock(footprints: Results['footprints']): string {
  const rows = Object.entries(footprints).map(([name, { packages, megabytes }]) => [
    name,
    whole(packages),
    figure(megabytes),
  ])
  return `### Installed\n\n${markdown(['system', 'packages', 'MB on disk'], rows)}`
}

function mcpBlock(trips: Results['mcp']): string {
  const rows = trips.map(({ operation, operationMs, roundTripMs, overheadMs }) => [
    operation,
    ...[operationMs, roundTripMs, overheadMs].map(figure),
  ])
  const headings = ['over MCP, ms', 'the operation', 'a call over stdio', 'more']
  return `### MCP\n\n${markdown(headings, rows)}`
}

function median(system: SystemResult | undefined, measure: Measure): number {
  return system?.measures[measure]?.median ?? Number.NaN
}

function markdown(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Three significant digits, without an exponent. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return Math.abs(value) >= 100 ? whole(value) : String(Number(value.toPrecision(3)))
}

function whole(value: number): string {
  return Number.isFinite(value) ? Math.round(value).toLocaleString('en-US') : '–'
}

function percentages(found: number, first: number): string {
  return `${Math.round(100 * found)} / ${Math.round(100 * first)} %`
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function withUnit(value: number, unit: string): string {
  return Number.isFinite(value) ? `${figure(value)} ${unit}` : '–'
}
