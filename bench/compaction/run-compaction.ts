import { compact } from '../../src/task/compaction/compact.js'
import type { SessionEvent } from '../../src/task/event.js'
import { estimateTokens } from '../../src/text/tokens.js'
import { median, quantile } from '../statistics.js'

/**
 * Measures the compaction of sessions of a coding agent, of so many tokens: all of it at once, and once more behind what
 * came since. Says it as a table.
 */
export function runCompaction(sizes: readonly number[], rounds: number): string {
  const lines = [
    '| tokens | events | compacted p50 | p95 | once more p50 | summary, tokens |',
    '|---|---|---|---|---|---|',
  ]
  for (const size of sizes) {
    const events = sessionOf(size)
    const whole: number[] = []
    const again: number[] = []
    let tokens = 0
    for (let round = 0; round < rounds; round++) {
      const half = events.slice(0, events.length >> 1)
      const first = compact(half, { force: true })
      const from = performance.now()
      tokens = compact(events, { force: true })?.tokens ?? 0
      const between = performance.now()
      const previous = first?.detail
      const left = events.filter(
        ({ seq }) => seq > (previous?.throughSeq ?? 0) || previous?.carried.includes(seq),
      )
      compact(left, { force: true, previous })
      whole.push(between - from)
      again.push(performance.now() - between)
    }
    lines.push(
      `| ${size} | ${events.length} | ${ms(median(whole))} | ${ms(quantile(whole, 0.95))} | ${ms(median(again))} | ${tokens} |`,
    )
  }
  return lines.join('\n')
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

/** Asks, reads, edits, runs and reports, until it has so many tokens. */
function sessionOf(tokens: number): SessionEvent[] {
  const events: SessionEvent[] = []
  let total = 0
  const add = (type: SessionEvent['type'], role: string, text: string, data: SessionEvent['data'] = {}) => {
    total += estimateTokens(text) + 4
    const seq = events.length + 1
    const at = Date.UTC(2026, 4, 1) + seq * 1_000
    const id = `item-${seq}` as SessionEvent['id']
    const origin = role === 'user' ? 'user' : role === 'assistant' ? 'assistant' : 'tool'
    events.push({
      id,
      seq,
      type,
      role,
      speaker: null,
      text,
      at,
      recordedAt: at,
      origin,
      trust: 'observed',
      data,
    })
  }
  for (let n = 0; total < tokens; n++) {
    const path = `src/parts/part-${n % 97}/module-${n % 13}.ts`
    add(
      'message',
      'user',
      `Please make ${path} faster, and never drop a test. What takes the time there? 记住：不要改接口。`,
    )
    add('tool_call', 'assistant', JSON.stringify({ file_path: `/repo/${path}` }), {
      tool: 'Read',
      callId: `r${n}`,
    })
    add(
      'tool_result',
      'tool',
      `export function part${n}(input: string): number {\n  return input.length * ${n}\n}\n`.repeat(12),
      { callId: `r${n}` },
    )
    add(
      'message',
      'assistant',
      `We decided to index ${path} once. The loop reads each line twice.\n- [ ] measure part ${n}\n- [ ] write its test\n`.repeat(
        2,
      ),
    )
    add('tool_call', 'assistant', JSON.stringify({ command: `npx vitest run ${path}` }), {
      tool: 'Bash',
      callId: `b${n}`,
    })
    add('tool_result', 'tool', `ok ${n} tests passed in ${path}\n`.repeat(20), {
      callId: `b${n}`,
      isError: n % 9 === 0,
    })
  }
  return events
}
