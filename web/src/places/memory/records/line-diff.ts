export interface DiffLine {
  readonly text: string
  /** kept: in both; theirs: only in what stands there now; mine: only in what one has written. */
  readonly side: 'kept' | 'theirs' | 'mine'
}

/** More are compared as wholes: nobody reads such a comparison line by line. */
const MAX_CELLS = 4_000_000

/** What differs between two texts, line by line, what stands there before what was written. */
export function lineDiff(theirs: string, mine: string): readonly DiffLine[] {
  const [a, b] = [theirs.split('\n'), mine.split('\n')]
  const [start, end] = shared(a, b)
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return [
    ...told(a.slice(0, start), 'kept'),
    ...(left.length * right.length > MAX_CELLS
      ? [...told(left, 'theirs'), ...told(right, 'mine')]
      : between(left, right)),
    ...told(a.slice(a.length - end), 'kept'),
  ]
}

/** Only what differs, with so many lines around it; null stands for what is left out. */
export function folded(lines: readonly DiffLine[], around: number): readonly (DiffLine | null)[] {
  const isNear = new Set<number>()
  for (const [index, { side }] of lines.entries()) {
    if (side === 'kept') continue
    for (let near = index - around; near <= index + around; near += 1) isNear.add(near)
  }
  const shown: (DiffLine | null)[] = []
  for (const [index, line] of lines.entries()) {
    if (isNear.has(index)) shown.push(line)
    else if (shown.at(-1) !== null) shown.push(null)
  }
  return shown
}

function told(lines: readonly string[], side: DiffLine['side']): DiffLine[] {
  return lines.map((text) => ({ text, side }))
}

/** How many lines are the same at the beginning, and how many at the end. */
function shared(a: readonly string[], b: readonly string[]): readonly [number, number] {
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  let end = 0
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return [start, end]
}

/** By the longest common row of lines. */
function between(a: readonly string[], b: readonly string[]): DiffLine[] {
  const width = b.length + 1
  const longest = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => longest[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [mine, their] = [b[j] ?? '', a[i] ?? '']
    if (i < a.length && j < b.length && their === mine) {
      lines.push({ text: their, side: 'kept' })
      i += 1
      j += 1
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ text: their, side: 'theirs' })
      i += 1
    } else {
      lines.push({ text: mine, side: 'mine' })
      j += 1
    }
  }
  return lines
}
