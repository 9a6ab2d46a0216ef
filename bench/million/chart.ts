/** A picture of figures over sizes, both by powers of ten. */
export interface Chart {
  readonly title: string
  /** What a screen reader says of it. */
  readonly description: string
  /** What is counted upwards, with its unit. */
  readonly unit: string
  readonly lines: readonly Line[]
}

export interface Line {
  readonly name: string
  /** Its place among the colours: the same in every picture. */
  readonly colour: number
  /** Ours, drawn thicker. */
  readonly isOurs?: boolean
  readonly points: readonly ChartPoint[]
  /** Beside them, dashed: the slowest twentieth, say. */
  readonly upper?: readonly ChartPoint[]
}

export interface ChartPoint {
  readonly items: number
  readonly value: number
}

/**
 * Draws a chart as SVG, with colours for a light and a dark page of its own, since a page does not hand its own to a picture.
 * What has no logarithm is left out. Throws RangeError for a chart without a point.
 */
export function drawChart(chart: Chart): string {
  const lines = chart.lines.map(sound).filter(({ points }) => points.length > 0)
  const all = lines.flatMap(({ points, upper = [] }) => [...points, ...upper])
  if (all.length === 0) throw new RangeError(`${chart.title}: there is nothing to draw`)
  const across = scaleOf(
    all.map(({ items }) => items),
    LEFT,
    LEFT + PLOT_WIDTH,
  )
  const up = scaleOf(
    all.map(({ value }) => value),
    TOP + PLOT_HEIGHT,
    TOP,
  )
  const at = ({ items, value }: ChartPoint) => `${round(across.place(items))},${round(up.place(value))}`
  const path = (points: readonly ChartPoint[]) => `M${points.map(at).join('L')}`
  const labels = apart(
    lines.map((line) => ({ line, y: up.place(line.points.at(-1)!.value) })),
    LABEL_HEIGHT,
  )
  const width = LEFT + PLOT_WIDTH + LABEL_WIDTH
  const height = TOP + PLOT_HEIGHT + BOTTOM
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(chart.title)}</title>`,
    `<desc id="description">${escaped(chart.description)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="page" width="${width}" height="${height}" rx="6"/>`,
    `<text class="title" x="${LEFT}" y="24">${escaped(chart.title)}</text>`,
    `<text class="unit" x="${LEFT}" y="44">${escaped(chart.unit)}</text>`,
    ...across.decades.map(
      (items) =>
        `<path class="grid" d="M${round(across.place(items))},${TOP}V${TOP + PLOT_HEIGHT}"/>` +
        `<text class="tick" x="${round(across.place(items))}" y="${TOP + PLOT_HEIGHT + 20}" text-anchor="middle">${grouped(items)}</text>`,
    ),
    `<text class="unit" x="${LEFT + PLOT_WIDTH}" y="${height - 10}" text-anchor="end">items</text>`,
    ...up.decades.map(
      (value) =>
        `<path class="grid" d="M${LEFT},${round(up.place(value))}H${LEFT + PLOT_WIDTH}"/>` +
        `<text class="tick" x="${LEFT - 8}" y="${round(up.place(value) + 4)}" text-anchor="end">${grouped(value)}</text>`,
    ),
    ...lines.flatMap(({ points, upper = [], colour, isOurs }) => {
      const kind = `c${colour % COLOURS.length}${isOurs === true ? ' ours' : ''}`
      return [
        ...(upper.length > 1 ? [`<path class="line upper ${kind}" d="${path(upper)}"/>`] : []),
        `<path class="line ${kind}" d="${path(points)}"/>`,
        ...points.map((point) => markAt(colour, across.place(point.items), up.place(point.value), kind)),
      ]
    }),
    ...labels.map(({ line, y }) => {
      const end = line.points.at(-1)!
      const from = `${round(across.place(end.items) + 6)},${round(up.place(end.value))}`
      const name = `<text class="label f${line.colour % COLOURS.length}${line.isOurs === true ? ' bold' : ''}" x="${LEFT + PLOT_WIDTH + 22}" y="${round(y + 4)}">${escaped(line.name)}</text>`
      return `<path class="lead c${line.colour % COLOURS.length}" d="M${from}L${LEFT + PLOT_WIDTH + 18},${round(y)}"/>${name}`
    }),
    '</svg>',
    '',
  ].join('\n')
}

const LEFT = 70
const TOP = 58
const PLOT_WIDTH = 440
const PLOT_HEIGHT = 320
const LABEL_WIDTH = 245
const BOTTOM = 44
const LABEL_HEIGHT = 16

/** On a light page, and on a dark one; told apart by shapes too. */
const COLOURS = [
  ['#0b57d0', '#8ab4f8'],
  ['#b3261e', '#f28b82'],
  ['#146c2e', '#81c995'],
  ['#8a5a00', '#fdd663'],
  ['#7b1fa2', '#d7aefb'],
  ['#00696d', '#78d9dd'],
  ['#5f6368', '#bdc1c6'],
  ['#a8005c', '#ff8bcb'],
  ['#4a5b00', '#c6d86b'],
  ['#0097a7', '#a7f3ff'],
] as const

const STYLE = [
  'text{font-family:system-ui,sans-serif;font-size:13px;fill:#1f1f1f}',
  '.title{font-size:16px;font-weight:600}.bold{font-weight:700}',
  '.unit,.tick{fill:#444746;font-size:12px}',
  '.page{fill:#fff}.grid{stroke:#dadce0}',
  '.line{fill:none;stroke-width:1.8;stroke-linejoin:round}.ours{stroke-width:3.2}',
  '.upper{stroke-dasharray:5 4;stroke-width:1.3}.lead{fill:none;stroke-width:.7;opacity:.6}',
  ...COLOURS.map(([light], n) => colourRules(n, light)),
  '@media(prefers-color-scheme:dark){',
  'text{fill:#e3e3e3}.unit,.tick{fill:#c4c7c5}.page{fill:#131314}.grid{stroke:#3c4043}',
  ...COLOURS.map(([, dark], n) => colourRules(n, dark)),
  '}',
].join('')

function colourRules(n: number, colour: string): string {
  return `.c${n}{stroke:${colour}}.f${n}{fill:${colour}}.m${n}{fill:${colour}}`
}

interface Scale {
  /** The powers of ten in it, both ends included. */
  readonly decades: readonly number[]
  place(value: number): number
}

/** From the power of ten at or below the least to the one at or above the most. */
function scaleOf(values: readonly number[], start: number, end: number): Scale {
  const first = Math.floor(Math.log10(Math.min(...values)) + ROUNDING)
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values)) - ROUNDING))
  return {
    decades: Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i)),
    place: (value) => start + ((end - start) * (Math.log10(value) - first)) / (last - first),
  }
}

const ROUNDING = 1e-9

function sound(line: Line): Line {
  const inOrder = (points: readonly ChartPoint[]) =>
    points.filter(({ value }) => value > 0 && Number.isFinite(value)).sort((a, b) => a.items - b.items)
  return { ...line, points: inOrder(line.points), upper: inOrder(line.upper ?? []) }
}

/** Moves what stands too close downwards, and all of it up again where it ran out of the picture. */
function apart<T extends { readonly y: number }>(labels: readonly T[], least: number): T[] {
  const sorted = [...labels].sort((a, b) => a.y - b.y)
  const bottom = TOP + PLOT_HEIGHT
  let above = Number.NEGATIVE_INFINITY
  const placed = sorted.map((label) => {
    above = Math.max(label.y, above + least)
    return { ...label, y: above }
  })
  let below = bottom + least
  return placed.reverse().map((label) => {
    below = Math.min(label.y, below - least)
    return { ...label, y: below }
  })
}

/** A circle, a square, a triangle or a diamond. */
function markAt(colour: number, x: number, y: number, kind: string): string {
  const size = kind.endsWith('ours') ? 4.5 : 3.6
  const fill = `m${colour % COLOURS.length}`
  const [a, b] = [round(x), round(y)]
  switch (colour % 4) {
    case 0:
      return `<circle class="${fill}" cx="${a}" cy="${b}" r="${size}"/>`
    case 1:
      return `<rect class="${fill}" x="${round(x - size)}" y="${round(y - size)}" width="${2 * size}" height="${2 * size}"/>`
    case 2:
      return `<path class="${fill}" d="M${a},${round(y - size - 1)}l${size + 1},${2 * size}h${-2 * (size + 1)}z"/>`
    default:
      return `<path class="${fill}" d="M${a},${round(y - size - 1)}l${size + 1},${size + 1}l${-size - 1},${size + 1}l${-size - 1},${-size - 1}z"/>`
  }
}

function grouped(value: number): string {
  return value >= 1 ? value.toLocaleString('en-US') : String(Number(value.toPrecision(1)))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
