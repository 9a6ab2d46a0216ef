import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from './tokens.js'

// Real counts of o200k_base, taken once; the texts are our own.
const COUNTED: readonly (readonly [name: string, tokens: number, text: string])[] = [
  [
    'English prose',
    50,
    'We moved the weekly review to Thursday because half of the team is travelling on Fridays. Anna will prepare the agenda, and everyone adds open questions to the shared document before noon. If nothing needs a decision we cancel the meeting instead of filling the hour.',
  ],
  [
    'English chat',
    33,
    "Hey! Did you ever try that noodle place near the station? I went there yesterday with my sister and we loved it. Let's go next week, maybe Tuesday?",
  ],
  [
    'Chinese prose',
    63,
    '我们决定把每周的例会改到星期四,因为一半的同事星期五都要出差。安娜负责准备议程,大家在中午之前把问题写进共享文档。如果没有需要决定的事情,就取消会议,把时间留给自己的工作。',
  ],
  [
    'TypeScript',
    83,
    "export function clip(text: string, maxChars: number): string {\n  if (text.length <= maxChars) return text\n  const end = cutsPair(text, maxChars) ? maxChars - 1 : maxChars\n  return text.substring(0, end)\n}\n\nconst limits = new Map<string, number>([\n  ['question', 4096],\n  ['terms', 64],\n])\n",
  ],
  [
    'Markdown',
    66,
    '# Install\n\n1. Run `npm install recollect` in your project.\n2. Open a store with `openMemory()`; the file is created on first use.\n\n| option | default | meaning |\n|---|---|---|\n| `home` | `~/.recollect` | where the file lives |\n',
  ],
]

describe('estimateTokens', () => {
  it.each(COUNTED)('is within 18 %% of the encoder for %s', (_name, tokens, text) => {
    expect(estimateTokens(text) / tokens).toBeGreaterThan(0.82)
    expect(estimateTokens(text) / tokens).toBeLessThan(1.18)
  })

  it('counts nothing as nothing and anything as something', () => {
    expect(estimateTokens('')).toBe(0)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const tokens = estimateTokens(text)
        expect(Number.isInteger(tokens) && tokens >= 0).toBe(true)
        expect(tokens).toBeLessThanOrEqual(3 * text.length)
      }),
    )
  })

  it('hardly changes when a text is counted in two halves', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('deploy', 'the plan', '部署方案', '42', '\n'), { minLength: 2 }),
        (words) => {
          const half = Math.floor(words.length / 2)
          const parts = [words.slice(0, half), words.slice(half)].map((part) =>
            estimateTokens(part.join(' ')),
          )
          expect(
            Math.abs(estimateTokens(words.join(' ')) - (parts[0] as number) - (parts[1] as number)),
          ).toBeLessThan(4)
        },
      ),
    )
  })
})
