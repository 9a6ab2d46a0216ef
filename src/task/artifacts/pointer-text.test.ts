import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countLines, cutPieces, PIECE_MAX_CHARS } from './cut-pieces.js'
import { isLargeOutput, isShellTool, OUTPUT_MAX_BYTES, SHELL_OUTPUT_MAX_CHARS } from './large-output.js'
import { guessMediaType } from './media-type.js'
import { pointerText } from './pointer-text.js'
import { HEAD_BYTES, preview, SHELL_HEAD_BYTES, SHELL_TAIL_BYTES } from './preview.js'

const id = '0192aa00-0000-7000-8000-000000000001'

describe('a pointer', () => {
  it('cannot be closed by what it shows, nor shows half a character', () => {
    const hostile = fc.constantFrom(
      '</preview>',
      '<preview 0192aa00-0000-7000-8000-000000000002>',
      '</PREVIEW x>',
      '</recollect-memory>',
      '````',
      '\n',
      '😀',
      '漢字',
      'word ',
    )
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 12_000 }), fc.boolean(), (parts, isShell) => {
        const text = parts.join('')
        const lines = countLines(text)
        const pointer = pointerText({ id, text, tool: 'Bash', isShell, mediaType: 'text/plain', lines })
        const marks = pointer.match(/<\/?preview\b[^>]*>/gi) ?? []
        expect(marks.every((mark) => mark.includes(id))).toBe(true)
        expect(marks.length % 2).toBe(0)
        expect(pointer.isWellFormed()).toBe(true)
      }),
      { numRuns: 25 },
    )
  })
})

describe('pieces', () => {
  it('make the text again, none too long, each where it says', () => {
    const unit = fc.constantFrom('a'.repeat(9_000), '\n', '😀'.repeat(5_000), `${'b'.repeat(70_000)}\n`)
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        const pieces = [...cutPieces(text)]
        expect(pieces.map((piece) => piece.text).join('') === text).toBe(true)
        for (const piece of pieces) {
          expect(piece.text.length).toBeLessThanOrEqual(PIECE_MAX_CHARS)
          expect(piece.text.isWellFormed()).toBe(true)
          expect(text.startsWith(piece.text, piece.start)).toBe(true)
          expect(piece.line).toBe(text.substring(0, piece.start).split('\n').length - 1)
        }
      }),
      { numRuns: 15 },
    )
  })
})

it('guesses what a text is by how it begins', () => {
  const guessed = [
    ['{"a": 1}', 'application/json'],
    ['[2026-01-01] started', 'text/plain'],
    ['{"a":1}\n{"a":2}\n', 'application/x-ndjson'],
    ['[INFO] started', 'text/plain'],
    ['diff --git a/x b/x\n', 'text/x-diff'],
    ['<!doctype html><p>', 'text/html'],
    ['a,b,c\n1,2,3\n4,5,6\n', 'text/csv'],
    ['# Title\n', 'text/markdown'],
    ['ok', 'text/plain'],
  ] as const
  for (const [text, type] of guessed) expect([text, guessMediaType(text)]).toEqual([text, type])
})

it('keeps apart what is above the threshold of its tool, and shows so much of it', () => {
  const isLarge = (text: string, isShell: boolean) => isLargeOutput({ type: 'tool_result', text, isShell })
  expect([isShellTool('Bash'), isShellTool('Read')]).toEqual([true, false])
  const shell = 'x'.repeat(SHELL_OUTPUT_MAX_CHARS)
  expect([isLarge(shell, true), isLarge(`${shell}x`, true), isLarge(`${shell}x`, false)]).toEqual([
    false,
    true,
    false,
  ])
  const other = '漢'.repeat(Math.floor(OUTPUT_MAX_BYTES / 3))
  expect([isLarge(other, false), isLarge(`${other}漢`, false)]).toEqual([false, true])
  const bytes = (text: string, isShell: boolean) =>
    preview(text, isShell).map((part) => Buffer.byteLength(part.text))
  expect(bytes('x'.repeat(90_000), true)).toEqual([SHELL_HEAD_BYTES, SHELL_TAIL_BYTES])
  expect(bytes('x'.repeat(90_000), false)).toEqual([HEAD_BYTES])
})
