import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useRecollect } from './recollect.js'

const { run, json, home } = useRecollect()
const temporary = join(home, 'tmp')
mkdirSync(temporary)

/** Runs `capture --edit` with an editor that does what a script says to the file `$1`. */
async function edited(script: string, ...more: string[]) {
  const editor = join(home, 'editor')
  writeFileSync(editor, `#!/bin/sh\n${script}\n`)
  chmodSync(editor, 0o700)
  const ran = await run(['capture', '--edit', ...more], {
    env: { VISUAL: editor, EDITOR: 'false', TMPDIR: temporary },
  })
  expect(readdirSync(temporary).filter((name) => name.startsWith('recollect-note-'))).toEqual([])
  return ran
}

describe.skipIf(process.platform === 'win32')('capture in an editor', () => {
  it('keeps what was written, with tags as given', async () => {
    const ran = await edited('printf "a poem\\n\\nof two parts\\n" > "$1"', '--tags', 'poems')
    expect(ran).toMatchObject({ code: 0, out: expect.stringMatching(/^Remembered [0-9a-f-]{36}\n$/) })
    expect((await json(['thoughts', '--tag', 'poems'])).items).toMatchObject([
      { text: 'a poem\n\nof two parts' },
    ])
  })

  it('opens on a note that was begun', async () => {
    expect((await edited('true', 'begun', 'already')).code).toBe(0)
    expect((await json(['thoughts', 'begun already'])).items).toHaveLength(1)
  })

  it('keeps nothing of an empty note, and says what may be the reason', async () => {
    const before = await json(['stats'])
    const ran = await edited('true')
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.notes).toContain('The note is empty: nothing was kept.')
    expect(ran.notes).toContain('code --wait')
    expect((await json(['stats'])).items).toBe(before.items)
  })

  it('keeps nothing when the editor fails', async () => {
    const ran = await edited('printf written > "$1"; exit 1')
    expect(ran).toMatchObject({ code: 1, out: '', notes: expect.stringContaining('nothing was kept') })
  })

  it('prints a note that cannot be kept, so that it is not lost', async () => {
    const { id } = await json(['capture', 'forgotten words'])
    await run(['forget', id, '--yes'])
    const ran = await edited('printf "forgotten words" > "$1"')
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.notes).toContain('Your note was not kept:\n\nforgotten words\n')
    expect(ran.notes).toContain('stays forgotten')
  })
})
