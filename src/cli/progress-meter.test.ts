import { describe, expect, it, vi } from 'vitest'
import { createProgressMeter, progressLine } from './progress-meter.js'
import type { Terminal } from './terminal.js'
import { createStyle } from './wording/style.js'

describe('progressLine', () => {
  it('says how much is done, how fast, and how long it takes still', () => {
    const reading = { done: 8000, unit: 'messages', bytes: 4_000_000, totalBytes: 10_000_000 }
    expect(progressLine('chat.jsonl', reading, 2000)).toBe(
      'chat.jsonl ████████░░░░░░░░░░░░ 40 % · 4.0 MB of 10.0 MB · 8,000 messages · 4,000 a second · 3 s left',
    )
  })

  it('tells the time left by what is known of the whole', () => {
    expect(progressLine('reindex', { done: 250, unit: 'texts', total: 1000 }, 1000)).toBe(
      'reindex █████░░░░░░░░░░░░░░░ 25 % · 250 of 1,000 texts · 250 a second · 3 s left',
    )
    expect(progressLine('reindex', { done: 5, unit: 'texts', total: 0 }, 1000)).toBe(
      'reindex 5 texts · 5 a second',
    )
  })

  it('leaves out what a pipe cannot tell', () => {
    expect(progressLine('pipe', { done: 10, unit: 'messages', bytes: 512 }, 1000)).toBe(
      'pipe 512 bytes · 10 messages · 10 a second',
    )
  })
})

describe('createProgressMeter', () => {
  const meterOn = (canRedraw: boolean) => {
    const written: string[] = []
    let now = 0
    const notes = { write: (text: string) => written.push(text) } as unknown as Terminal['notes']
    const terminal = { canRedraw, columns: 100, notes, noteStyle: createStyle(false) }
    const meter = createProgressMeter(terminal, { isShown: true, what: 'x', now: () => now })
    return { written, meter, pass: (ms: number) => (now += ms) }
  }

  it('draws at most ten times a second, and cleans up behind itself', () => {
    const { written, meter, pass } = meterOn(true)
    for (let done = 0; done < 1000; done++) {
      pass(1)
      meter.show({ done, unit: 'messages' })
    }
    meter.clear()
    expect(written.length).toBeLessThanOrEqual(11)
    expect(written.at(-1)).toBe('\r\u001b[2K')
  })

  it('shows how long silent work has taken, until it says more', () => {
    vi.useFakeTimers()
    const { written, meter, pass } = meterOn(true)
    pass(2000)
    vi.advanceTimersByTime(2000)
    expect(written).toEqual(['\r\u001b[2Kx 2 s', '\r\u001b[2Kx 2 s'])
    meter.show({ done: 1, unit: 'messages' })
    vi.advanceTimersByTime(5000)
    expect(written).toHaveLength(3)
    meter.clear()
    vi.useRealTimers()
  })

  it('writes nothing where there is no terminal', () => {
    const { written, meter, pass } = meterOn(false)
    pass(5000)
    meter.show({ done: 1, unit: 'messages' })
    meter.clear()
    expect(written).toEqual([])
  })
})
