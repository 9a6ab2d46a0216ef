import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editNote, noteIn } from './edit-note.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recollect-editor test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** An editor that does what a script says; `$1` is the file it is opened on. */
function editor(script: string): NodeJS.ProcessEnv {
  const file = join(folder, 'editor')
  writeFileSync(file, `#!/bin/sh\nprintf %s "$1" > '${folder}/opened'\n${script}\n`)
  chmodSync(file, 0o700)
  return { ...process.env, VISUAL: '', EDITOR: `'${file}'` }
}

const opened = () => readFileSync(join(folder, 'opened'), 'utf8')

describe.skipIf(process.platform === 'win32')('a note from an editor', () => {
  it('is what was written above the line', async () => {
    const env = editor('{ printf "first line\\n\\n  second\\n"; cat "$1"; } > "$1.new" && mv "$1.new" "$1"')
    expect(await editNote('', env)).toBe('first line\n\n  second')
  })

  it('begins with what was typed already', async () => {
    expect(await editNote('a draft', editor('true'))).toBe('a draft')
    expect(await editNote('', editor('true'))).toBe('')
  })

  it('of which the ends count is kept to the blank line', async () => {
    const editing = { explanation: '# about it', instead: 'other words', keepsEnds: true }
    for (const text of ['', 'a', '\n\n  a\n\n b \n\n'])
      expect(await editNote(text, editor('true'), editing)).toBe(text)
    expect(await editNote('old', editor('printf "new\\n" > "$1"'), editing)).toBe('new')
    await editNote('old', editor(`cp "$1" '${folder}/shown'`), editing)
    expect(readFileSync(join(folder, 'shown'), 'utf8')).toMatch(/^old\n# -+ >8 -+\n# about it\n$/)
    await expect(editNote('', { PATH: folder }, editing)).rejects.toMatchObject({
      hint: expect.stringContaining('other words'),
    })
  })

  it('is written in a private file that is gone afterwards, with what lay beside it', async () => {
    const look = `ls -ld "$1" "$(dirname "$1")" | cut -c1-10 > '${folder}/modes'; cp "$1" "$1~"; cat "$1" > '${folder}/shown'`
    await editNote('', editor(look))
    expect(readFileSync(join(folder, 'modes'), 'utf8')).toBe('drwx------\n-rw-------\n')
    expect(readFileSync(join(folder, 'shown'), 'utf8')).toContain('An empty note keeps nothing.')
    expect(existsSync(opened())).toBe(false)
    expect(existsSync(join(opened(), '..'))).toBe(false)
  })

  it('is nothing when the editor fails, which is said, and its file is gone too', async () => {
    await expect(editNote('draft', editor('exit 3'))).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('ended with 3: nothing was kept'),
    })
    expect(existsSync(join(opened(), '..'))).toBe(false)
    await expect(editNote('', editor('kill -9 $$'))).rejects.toThrow(/ended with|stopped by SIGKILL/)
    await expect(editNote('', editor('rm "$1"'))).rejects.toThrow('left no file behind')
    await expect(editNote('', editor('printf "\\377\\376" > "$1"'))).rejects.toThrow('not UTF-8')
    expect(existsSync(join(opened(), '..'))).toBe(false)
  })

  it('needs an editor that can be started', async () => {
    const env = { ...process.env, VISUAL: '/no/such/editor', EDITOR: 'true' }
    await expect(editNote('', env)).rejects.toMatchObject({
      message: 'the editor cannot be started: /no/such/editor',
      hint: expect.stringContaining('EDITOR'),
    })
    await expect(editNote('', { PATH: folder })).rejects.toThrow('there is no editor')
  })

  it('may be written by an editor with arguments of its own, VISUAL before EDITOR', async () => {
    const env = { ...editor('printf "%s" "$2" > "$3"; exit 0'), VISUAL: 'true', EDITOR: 'false' }
    expect(await editNote('kept', env)).toBe('kept')
    const withFlag = editor('shift; printf waited > "$1"')
    expect(await editNote('', { ...withFlag, EDITOR: `${withFlag['EDITOR']} --wait` })).toBe('waited')
  })
})

describe('noteIn', () => {
  const below = '\n# ------------------------ >8 ------------------------\n# explained\n'

  it('keeps any note, but for empty lines around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const note = text.replace(/\r\n?/g, '\n').replace(/^\n+|\s+$/g, '')
        expect(noteIn(`${note}${below}`)).toBe(note.replace(/^\ufeff/, ''))
      }),
    )
  })

  it('keeps headings, quotes the line itself, and takes all where the line was deleted', () => {
    expect(noteIn(`# A heading\ntext${below}`)).toBe('# A heading\ntext')
    expect(noteIn(`before${below}after${below}`)).toContain('after')
    expect(noteIn('only this\r\nand this\r\n')).toBe('only this\nand this')
  })
})
