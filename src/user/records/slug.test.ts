import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileKeyForm, fileOfName, numberedFile, slugOf } from './slug.js'

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())

describe('slugOf', () => {
  it.each([
    ['Plan: phase 2', 'plan-phase-2'],
    ["Mia's weekly report!", 'mias-weekly-report'],
    ['每周报告 ☕', '每周报告'],
    ['Über Straße', 'über-straße'],
    ['Café', 'café'],
    ['İstanbul', 'i̇stanbul'],
    ['नमस्ते दुनिया', 'नमस्ते-दुनिया'],
    ['../../etc/passwd', 'etc-passwd'],
    ['C:\\data', 'c-data'],
    ['a\u0000b', 'a-b'],
    ['  trailing dots ... ', 'trailing-dots'],
    ['', 'record'],
    ['☕️ ...', 'record'],
    ['\u0301', 'record'],
    ['\ud83d', 'record'],
    ['CON', 'con-record'],
    ['Com¹', 'com¹-record'],
    ['lpt9', 'lpt9-record'],
    ['console', 'console'],
    ['__proto__', 'proto'],
  ])('makes of %j the name %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it('is safe on every file system, whatever the name', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 99 }), (name, number) => {
        const slug = slugOf(name)
        const file = numberedFile(fileOfName(name), number)
        expect(slug).toMatch(/^[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*$/u)
        expect(slug).not.toMatch(/^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i)
        expect(Buffer.byteLength(file)).toBeLessThanOrEqual(200)
        expect(slug.normalize('NFC').toLowerCase().normalize('NFC')).toBe(slug)
      }),
    )
  })

  it('changes nothing in a slug', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(slugOf(slugOf(name))).toBe(slugOf(name))
      }),
    )
  })

  it('cuts a long name between characters, with their marks', () => {
    expect(slugOf('報'.repeat(200))).toBe('報'.repeat(63))
    expect(slugOf('𠮷'.repeat(200))).toBe('𠮷'.repeat(47))
    expect(slugOf(`x${'कि'.repeat(200)}`)).toBe(`x${'कि'.repeat(31)}`)
  })

  it('numbers files whose names make the same slug', () => {
    expect(numberedFile('weekly-report.md', 1)).toBe('weekly-report.md')
    expect(numberedFile('weekly-report.md', 12)).toBe('weekly-report-12.md')
    expect(Buffer.byteLength(numberedFile(`${'x'.repeat(252)}.md`, 2))).toBeLessThanOrEqual(200)
  })

  it('takes no time over hostile names', () => {
    expect(slugOf('-'.repeat(100_000))).toBe('record')
    expect(slugOf(`a${'\u0301'.repeat(100_000)}`).length).toBeLessThan(20)
  })
})

describe('fileKeyForm', () => {
  it.each([
    ['A.md', 'a.md'],
    ['Café.md', 'Cafe\u0301.md'],
    ['STRASSE.md', 'straße.md'],
    ['ΟΔΟΣ.md', 'οδος.md'],
    ['ＡＢ.md', 'ab.md'],
    ['a\u200db.md', 'ab.md'],
    ['\ufb01t.md', 'FIT.MD'],
  ])('tells %j and %j for one', (one, other) => {
    expect(fileKeyForm(one)).toBe(fileKeyForm(other))
  })

  it('keeps names apart that are apart everywhere', () => {
    expect(fileKeyForm('cafe.md')).not.toBe(fileKeyForm('café.md'))
    expect(fileKeyForm('a.md')).not.toBe(fileKeyForm('b.md'))
  })

  it('folds any name with all its twins', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const form = fileKeyForm(name)
        expect(fileKeyForm(form)).toBe(form)
        expect(fileKeyForm(name.normalize('NFD'))).toBe(form)
        expect(fileKeyForm(name.normalize('NFC'))).toBe(form)
      }),
    )
  })
})
