import { readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { resumeFile } from '../../src/transfer/transcripts/resume-file.js'
import { temporaryFolder } from '../open-spine.js'

const conflict = { code: 'conflict' }

it('goes on with a file alone, behind its last whole event, as long as nobody else touches it', async () => {
  const home = await temporaryFolder()
  const engine = await openMemory({ home, durability: 'normal', zone: 'UTC', embedder: 'off' })
  const ann = engine.as({ user: 'ann' })
  const say = (text: string) => ann.transcriptAppend({ session: 's', events: [{ type: 'reasoning', text }] })
  await say('one')
  await say('two')
  let whole = ''
  for await (const piece of (await ann.transcriptExport({ session: 's' })).lines) whole += piece
  const folder = await temporaryFolder()
  const file = join(folder, 's.jsonl')
  const first = whole.indexOf('\n') + 1

  // Torn in its first line, and in its last: nothing is changed before it begins.
  for (const [cut, at, last] of [
    [first - 20, 0, 0],
    [whole.length - 5, whole.lastIndexOf('\n', whole.length - 2) + 1, 1],
  ] as const) {
    await writeFile(file, whole.substring(0, cut))
    const resumed = await resumeFile(file)
    await expect(resumeFile(file)).rejects.toMatchObject(conflict)
    expect(resumed.last).toBe(last)
    expect(await readFile(file, 'utf8')).toBe(whole.substring(0, cut))
    const torn = await resumed.begin()
    expect(await readFile(torn?.file ?? '', 'utf8')).toBe(whole.substring(at, cut))
    await resumed.append(whole.substring(at))
    await resumed.close()
    expect(await readFile(file, 'utf8')).toBe(whole)
  }

  // What somebody else did to it is not written over.
  for (const touch of [() => truncate(file, 10), () => rename(file, `${file}.old`)]) {
    await writeFile(file, whole)
    const resumed = await resumeFile(file)
    await resumed.begin()
    await touch()
    await expect(resumed.append('{}\n')).rejects.toMatchObject(conflict)
    await resumed.close()
  }
  await writeFile(file, 'a note of somebody')
  await expect(resumeFile(file)).rejects.toThrow(/no whole line/)

  // The lock of a process that was killed holds nobody back, and none is left.
  await writeFile(`${file}.lock`, '999999999')
  await writeFile(file, whole)
  await (await resumeFile(file)).close()
  expect((await readdir(folder)).filter((name) => name.endsWith('.lock'))).toEqual([])

  // A session that was forgotten and made anew is another one, whatever row it has.
  const { lines } = await ann.transcriptExport({ session: 's', follow: true })
  const pieces = lines[Symbol.asyncIterator]()
  await pieces.next()
  await ann.forget({ session: 's' })
  for (const text of ['a', 'b', 'c', 'd']) await say(text)
  const rest = async () => {
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next());
  }
  await expect(rest()).rejects.toMatchObject({ code: 'not_found' })
  await engine.close()
})
