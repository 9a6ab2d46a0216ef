import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRecordFileName, stemOf } from './file-name.js'
import { fileOfName, numberedFile } from './slug.js'

it.each([
  'a.md',
  'A.MD',
  'Plan.Md',
  "it's.md",
  '每周报告.md',
  'a b.md',
  'console.md',
  `${'x'.repeat(252)}.md`,
])('takes %j for the name of a record file', (file) => {
  expect(isRecordFileName(file)).toBe(true)
})

it.each([
  ['../evil.md'],
  ['a/b.md'],
  ['a\\b.md'],
  ['.x.md'],
  ['.md'],
  ['a.txt'],
  ['md'],
  [''],
  ['a\0.md'],
  ['\ud83d.md'],
  ['con.md'],
  ['AUX.backup.md'],
  ['nul .md'],
  ['LPT¹.md'],
  [`${'每'.repeat(85)}.md`],
  [`${'x'.repeat(253)}.md`],
])('takes %j for none', (file) => {
  expect(isRecordFileName(file)).toBe(false)
})

it('takes every name that Recollect gives itself', () => {
  const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 999_999 }), (name, number) => {
      expect(isRecordFileName(numberedFile(fileOfName(name), number))).toBe(true)
    }),
  )
})

it('leaves the end away, whatever its case', () => {
  expect(stemOf('NOTES.MD')).toBe('NOTES')
  expect(stemOf('notes.md.md')).toBe('notes.md')
  expect(stemOf('notes')).toBe('notes')
})
