import { describe, expect, it } from 'vitest'
import { drawChart, type Line } from './chart.js'

describe('a chart', () => {
  it('puts sizes and figures where their logarithms are', () => {
    const svg = drawChart(chartOf([line('ours', [1, 10, 100])]))
    // A tenth of the way up for each tenth of the logarithm: three points on one straight line.
    expect(pathOf(svg)).toEqual([
      [70, 378],
      [290, 218],
      [510, 58],
    ])
  })

  it('names the powers of ten that the points lie between', () => {
    const svg = drawChart(chartOf([line('ours', [0.3, 2, 40])]))
    for (const tick of ['10,000', '100,000', '1,000,000', '0.1', '1', '10', '100'])
      expect(svg).toContain(`>${tick}</text>`)
    expect(svg).not.toContain('>1,000</text>')
  })

  it('leaves out what was not measured, and lines of nothing', () => {
    const svg = drawChart(
      chartOf([line('ours', [1, Number.NaN, 100]), line('theirs', [Number.NaN, 0, Number.NaN])]),
    )
    expect(pathOf(svg)).toHaveLength(2)
    expect(svg).not.toContain('theirs')
    expect(svg).not.toContain('NaN')
    expect(() => drawChart(chartOf([line('theirs', [Number.NaN])]))).toThrow(RangeError)
  })

  it('keeps the names of lines that end in one place apart', () => {
    const svg = drawChart(chartOf([1, 2, 3, 4].map((n) => line(`system ${n}`, [1, 1, 1.01]))))
    const heights = [...svg.matchAll(/class="label[^"]*" x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) => Number(y))
    expect(heights).toHaveLength(4)
    const sorted = heights.sort((a, b) => a - b)
    for (const [i, y] of sorted.slice(1).entries()) expect(y - sorted[i]!).toBeGreaterThanOrEqual(15.9)
    expect(sorted.at(-1)).toBeLessThan(422)
  })

  it('takes names as text, and has colours for a dark page', () => {
    const svg = drawChart(chartOf([line('a < b & "c"', [1, 2, 3])]))
    expect(svg).toContain('a &lt; b &amp; &quot;c&quot;')
    expect(svg).toContain('prefers-color-scheme:dark')
    expect(svg).toContain('<desc id="description">what it shows</desc>')
  })

  const sizes = [10_000, 100_000, 1_000_000]

  function line(name: string, values: readonly number[]): Line {
    return { name, colour: 0, points: values.map((value, i) => ({ items: sizes[i]!, value })) }
  }

  function chartOf(lines: readonly Line[]) {
    return { title: 'a chart', description: 'what it shows', unit: 'ms', lines }
  }

  function pathOf(svg: string): number[][] {
    const [, path = ''] = /class="line c0" d="M([^"]+)"/.exec(svg) ?? []
    return path.split('L').map((point) => point.split(',').map(Number))
  }
})
