import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Chart, type ChartPoint, drawChart, type Line } from './chart.js'
import { figureOf, findPoint, type MillionResults, peerFigure, sizesOf } from './million-results.js'
import { millionPeers } from './peer-part.js'

/** Draws what was found, a picture for each question one may have, and answers how docs/performance.md shows them. */
export function drawCurves(results: MillionResults, folder: string): string[] {
  mkdirSync(folder, { recursive: true })
  return chartsOf(results).map(({ name, chart }) => {
    writeFileSync(join(folder, `${name}.svg`), drawChart(chart))
    return `![${chart.title}. ${chart.description}](${basename(folder)}/${name}.svg)`
  })
}

export function chartsOf(results: MillionResults): { readonly name: string; readonly chart: Chart }[] {
  const asked = (kind: string, part = 'words') => [
    ...ours('recollect', part, `${kind}P50`, `${kind}P95`),
    ...theirs(WORD_PEERS, `${kind}P50`, `${kind}P95`),
  ]
  const curve = (of: (items: number) => number): ChartPoint[] =>
    sizesOf(results).map((items) => ({ items, value: of(items) }))

  function ours(name: string, part: string, figure: string, upper?: string, colour = 0): Line[] {
    const points = curve((items) => figureOf(results, items, part, figure))
    const more = upper === undefined ? {} : { upper: curve((items) => figureOf(results, items, part, upper)) }
    return [{ name, colour, isOurs: true, points, ...more }]
  }

  function theirs(peers: readonly string[], figure: string, upper?: string, part = 'peer-ask'): Line[] {
    return peers.map((peer) => {
      const of = (name: string) =>
        curve((items) =>
          part === 'peer-ask'
            ? peerFigure(results, items, peer, name)
            : (findPoint(results, { items, part, peer })?.figures?.[name] ?? Number.NaN),
        )
      const colour = 1 + (millionPeers as readonly string[]).indexOf(peer)
      return { name: peer, colour, points: of(figure), ...(upper === undefined ? {} : { upper: of(upper) }) }
    })
  }

  const charts: { readonly name: string; readonly chart: Chart }[] = [
    {
      name: 'million-words',
      chart: {
        title: 'A question of eight words',
        description:
          'Milliseconds from question to answer by words alone, over the number of items, for Recollect and others.',
        unit: 'ms, lines p50, dashed p95',
        lines: asked('words8'),
      },
    },
    {
      name: 'million-chat',
      chart: {
        title: 'A question of words that everyone uses',
        description:
          'The same for questions of words that stand in 5 to 20 of a hundred items, for Recollect and others.',
        unit: 'ms, lines p50, dashed p95',
        lines: asked('chat'),
      },
    },
    {
      name: 'million-hybrid',
      chart: {
        title: 'Words and meaning together',
        description:
          'Milliseconds from question and vector to answer, over the number of items: Recollect, LanceDB by words and ' +
          'meaning, sqlite-vec and our own index by meaning alone.',
        unit: 'ms, lines p50, dashed p95; the vector is given',
        lines: [
          ...ours('recollect hybrid', 'hybrid', 'words8P50', 'words8P95'),
          ...ours('recollect, meaning alone', 'meaning', 'meaningP50', 'meaningP95', OTHER_OURS),
          ...theirs(['lancedb hybrid', 'sqlite-vec'], 'words8P50', 'words8P95'),
        ],
      },
    },
    {
      name: 'million-capture',
      chart: {
        title: 'One capture',
        description:
          'Milliseconds until one text is acknowledged, over the number of items that are there already.',
        unit: 'ms, lines p50, dashed p95; only ours and FTS5, sqlite-vec wait for the disk',
        lines: [
          ...ours('recollect', 'capture', 'captureP50', 'captureP95'),
          ...theirs(millionPeers, 'captureP50', 'captureP95'),
        ],
      },
    },
    {
      name: 'million-memory',
      chart: {
        title: 'Memory at rest',
        description: 'Megabytes that the process holds once everything was asked, over the number of items.',
        unit: 'MB of the process',
        lines: [
          ...ours('recollect, words', 'words', 'restMb'),
          ...ours('recollect hybrid', 'hybrid', 'restMb', undefined, OTHER_OURS),
          ...theirs(millionPeers, 'restMb'),
        ],
      },
    },
    {
      name: 'million-disk',
      chart: {
        title: 'Disk',
        description:
          'Bytes on disk for each item, over the number of items; ours, sqlite-vec and LanceDB hybrid with vectors.',
        unit: 'bytes an item',
        lines: [
          ...ours('recollect, with vectors', 'fill', 'diskBytes'),
          ...theirs(millionPeers, 'diskBytes', undefined, 'peer-fill'),
        ],
      },
    },
  ]
  return charts.filter(({ chart }) => chart.lines.some(({ points }) => points.some(({ value }) => value > 0)))
}

/** A second line of ours: the colour behind those of the peers. */
const OTHER_OURS = 1 + millionPeers.length
/** Of those that find by words. */
const WORD_PEERS = millionPeers.filter((peer) => peer !== 'sqlite-vec' && peer !== 'lancedb hybrid')
