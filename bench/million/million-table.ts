import { growthExponent } from '../statistics.js'
import { aimsOf } from './aims.js'
import {
  figureOf,
  findPoint,
  type MillionResults,
  type Point,
  peerFigure,
  sizesOf,
} from './million-results.js'

/** Everything that was found, as Markdown: aims, our figures by size with how they grow, peers, where the time goes. */
export function millionTable(results: MillionResults): string {
  const { cpu, cores, gigabytes, node } = results.machine
  const last = results.points.map(({ at }) => at).sort()
  return [
    `${last[0]?.substring(0, 16).replace('T', ' ')} to ${last.at(-1)?.substring(11, 16)} UTC, ${cpu}, ${cores} cores, ${gigabytes} GB, Node ${node}`, // slice-ok: times in ASCII
    aimsBlock(results),
    ownBlock(results),
    ...banksBlock(results),
    ...peersBlock(results),
    ...profilesBlock(results),
    ...failuresBlock(results),
  ].join('\n\n')
}

const ROWS: readonly { readonly heading: string; readonly part: string; readonly figure: string }[] = [
  ...(['words', 'hybrid'] as const).flatMap((part) =>
    [
      ['1 word', 'words1'],
      ['3 words', 'words3'],
      ['8 words', 'words8'],
      ['words of chats', 'chat'],
      ['those beside a rare one', 'mixed'],
      ['Chinese', 'chinese'],
      ['8 words, bank of 1 %', 'small8'],
    ].flatMap(([heading, kind]) =>
      ['P50', 'P95'].map((at) => ({
        heading: `${part}: ${heading}, ${at.toLowerCase()} ms`,
        part,
        figure: `${kind}${at}`,
      })),
    ),
  ),
  ...spread('meaning', 'meaning', 'meaning alone'),
  ...spread('capture', 'capture', 'one capture'),
  { heading: 'one capture in syncs of its minute', part: 'capture', figure: 'captureSyncs' },
  ...spread('fill', 'earlyCapture', 'one capture into an empty store'),
  ...spread('graph', 'walk', 'three hops, as many relations'),
  ...spread('graph', 'path', 'shortest path'),
  ...spread('product', 'core', 'core memory'),
  ...spread('product', 'recall', 'recall among 1,000 records'),
  ...spread('product', 'prompt', 'a prompt of 8,000 tokens'),
  ...spread('product', 'forget', 'forget, logical'),
  ...spread('product', 'forgetProven', 'forget, proven on disk'),
  { heading: 'open to first answer, words, ms', part: 'words', figure: 'openMs' },
  { heading: 'open to first answer, hybrid, ms', part: 'hybrid', figure: 'openMs' },
  { heading: 'searches beside captures, p50 ms', part: 'beside', figure: 'besideP50' },
  { heading: 'searches beside captures, p99 ms', part: 'beside', figure: 'besideP99' },
  ...['words', 'hybrid', 'beside', 'product'].map((part) => ({
    heading: `longest wait of others, ${part}, ms`,
    part,
    figure: 'lateMs',
  })),
  { heading: 'memory at rest, words, MB', part: 'words', figure: 'restMb' },
  { heading: 'memory at rest, hybrid, MB', part: 'hybrid', figure: 'restMb' },
  { heading: 'memory at most, hybrid, MB', part: 'hybrid', figure: 'peakMb' },
  { heading: 'memory at most, filling, MB', part: 'fill', figure: 'peakMb' },
  { heading: 'disk, bytes an item, vectors included', part: 'fill', figure: 'diskBytes' },
  { heading: 'bulk, texts a second', part: 'fill', figure: 'bulkRate' },
  { heading: 'vectors, texts a second', part: 'fill', figure: 'embedRate' },
  { heading: 'exact first ten by words: 1 word', part: 'exact', figure: 'words1Exact' },
  { heading: 'exact first ten by words: 3 words', part: 'exact', figure: 'words3Exact' },
  { heading: 'exact first ten by words: 8 words', part: 'exact', figure: 'words8Exact' },
  { heading: 'exact first ten by words: words of chats', part: 'exact', figure: 'chatExact' },
  { heading: 'exact first ten by words: those beside a rare one', part: 'exact', figure: 'mixedExact' },
  { heading: 'exact first ten by words: Chinese', part: 'exact', figure: 'chineseExact' },
  { heading: 'text that was meant in the first ten, words, 8 words', part: 'words', figure: 'words8Found' },
  { heading: 'text that was meant in the first ten, hybrid, 8 words', part: 'hybrid', figure: 'words8Found' },
  { heading: 'floor: fdatasync of 4 KB, ms', part: 'machine', figure: 'fdatasyncMs' },
  { heading: 'floor: memory scan, GB/s', part: 'machine', figure: 'scanGigabytes' },
  { heading: 'floor: rows by number, a second', part: 'machine', figure: 'pointLookUps' },
]

function spread(part: string, name: string, heading: string) {
  return ['P50', 'P95'].map((at) => ({
    heading: `${heading}, ${at.toLowerCase()} ms`,
    part,
    figure: `${name}${at}`,
  }))
}

function aimsBlock(results: MillionResults): string {
  return markdown(
    ['at a million, if nothing else is said', 'aim', 'figure', 'reached'],
    aimsOf(results).map(({ name, aim, figure, isReached }) => [
      name,
      aim,
      figure,
      isReached === undefined ? 'not measured' : isReached ? 'yes' : '**no**',
    ]),
  )
}

function ownBlock(results: MillionResults): string {
  const sizes = sizesOf(results)
  const steps = sizes.slice(1).map((to, i) => ({ from: sizes[i] ?? to, to }))
  const head = [
    'recollect',
    ...sizes.map((items) => items.toLocaleString('en-US')),
    ...steps.map(({ from, to }) => `${short(from)} to ${short(to)}: items^`),
  ]
  const rows = ROWS.map(({ heading, part, figure }) => {
    const of = (items: number) => figureOf(results, items, part, figure)
    const isCost = /(P50|P95|P99|Ms|Mb|Bytes)$/.test(figure) && part !== 'machine'
    return [
      heading,
      ...sizes.map((items) => number(of(items))),
      ...steps.map(({ from, to }) =>
        isCost ? fixed(growthExponent({ items: from, cost: of(from) }, { items: to, cost: of(to) })) : '',
      ),
    ]
  })
  return markdown(
    head,
    rows.filter((row) => row.slice(1, 1 + sizes.length).some((cell) => cell !== '–')),
  )
}

function banksBlock(results: MillionResults): string[] {
  const sizes = sizesOf(results).filter(
    (items) => findPoint(results, { items, part: 'bank-fill' }) !== undefined,
  )
  if (sizes.length === 0) return []
  const head = [
    'banks of 1,000',
    'words: first touch p50 / p95 ms',
    'again p50 / p95 ms',
    'hybrid: first touch p50 / p95 ms',
    'again p50 / p95 ms',
    'capture p50 / p95 ms',
    'memory, hybrid, all banks asked, MB',
    'disk, bytes an item',
  ]
  const rows = sizes.map((items) => {
    const pair = (part: string, name: string) =>
      `${number(figureOf(results, items, part, `${name}P50`))} / ${number(figureOf(results, items, part, `${name}P95`))}`
    return [
      (items / 1_000).toLocaleString('en-US'),
      pair('bank-words', 'first'),
      pair('bank-words', 'again'),
      pair('bank-hybrid', 'first'),
      pair('bank-hybrid', 'again'),
      pair('bank-words', 'capture'),
      number(figureOf(results, items, 'bank-hybrid', 'restMb')),
      number(figureOf(results, items, 'bank-fill', 'diskBytes')),
    ]
  })
  return [markdown(head, rows)]
}

function peersBlock(results: MillionResults): string[] {
  const peers = [...new Set(results.points.flatMap(({ peer }) => (peer === undefined ? [] : [peer])))]
  if (peers.length === 0) return []
  const head = [
    'others',
    'items',
    '8 words, p50 / p95 ms',
    'words of chats',
    'Chinese',
    'bank of 1 %',
    'capture, p50 ms',
    'bulk, texts/s',
    'open, ms',
    'memory at rest, MB',
    'disk, bytes an item',
  ]
  const rows = peers.flatMap((peer) =>
    sizesOf(results).flatMap((items) => {
      const asked = findPoint(results, { items, part: 'peer-ask', peer })
      if (asked === undefined) return []
      if (asked.failure !== undefined)
        return [[peer, items.toLocaleString('en-US'), firstLine(results, asked)]]
      const of = (name: string) => peerFigure(results, items, peer, name)
      const fill = findPoint(results, { items, part: 'peer-fill', peer })?.figures
      const pair = (kind: string) => `${number(of(`${kind}P50`))} / ${number(of(`${kind}P95`))}`
      return [
        [
          peer,
          items.toLocaleString('en-US'),
          pair('words8'),
          pair('chat'),
          pair('chinese'),
          pair('small8'),
          number(of('captureP50')),
          number(fill?.['bulkRate'] ?? Number.NaN),
          number(of('openMs')),
          number(of('restMb')),
          fill?.['persistFailed'] === 1 ? 'cannot be written out' : number(fill?.['diskBytes'] ?? Number.NaN),
        ],
      ]
    }),
  )
  return [
    markdown(
      head,
      rows.map((row) => [...row, ...Array.from({ length: head.length - row.length }, () => '')]),
    ),
  ]
}

/** Where filling failed, why it did. */
function firstLine(results: MillionResults, { items, peer = '', failure = '' }: Point): string {
  const filled = findPoint(results, { items, part: 'peer-fill', peer })
  return `did not survive: ${(filled?.failure ?? failure).split('\n')[0]}`
}

function profilesBlock(results: MillionResults): string[] {
  return results.points.flatMap(({ items, part, profiles = {} }) =>
    items < sizesOf(results).at(-1)!
      ? []
      : Object.entries(profiles).map(([name, lines]) =>
          [
            `Where the time goes, ${items.toLocaleString('en-US')} items, ${part}, ${name}:`,
            markdown(
              ['function', 'of the processor'],
              lines.map(({ where, share }) => [where, `${(100 * share).toFixed(1)} %`]),
            ),
          ].join('\n\n'),
        ),
  )
}

function failuresBlock(results: MillionResults): string[] {
  const failed = results.points.filter(({ failure, peer }) => failure !== undefined && peer === undefined)
  return failed.map(({ items, part, failure = '' }) => `${items} ${part} failed: ${failure.split('\n')[0]}`)
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function short(items: number): string {
  return items >= 1_000_000 ? `${items / 1_000_000} M` : `${items / 1_000} k`
}

function fixed(value: number): string {
  return Number.isFinite(value) ? value.toFixed(2) : ''
}

function number(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en-US')
    : String(Number(value.toPrecision(3)))
}
