import { beforeAll, describe, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'
import { createRandom } from '../random.js'
import { archiveOf, live, sealed, steadyEnv } from './stores.js'

let archive: readonly string[] = []

beforeAll(async () => {
  const env = steadyEnv()
  const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', env, zone: 'UTC' })
  for (const user of ['ann', 'bob']) await live(engine.as({ user }), createRandom(7), env, 16)
  await engine
    .as({ user: 'bob' })
    .recordSave({ name: 'Plan', description: 'about it', type: 'project', body: 'Soon.' })
  archive = await archiveOf(engine)
  await engine.close()
})

/** What an empty store says to an archive. Whatever is refused must have left it as it was. */
async function answerTo(
  content: Uint8Array | string,
): Promise<{ code?: string; message?: string; report?: unknown }> {
  const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
  try {
    const report = await engine.as({ administrator: true }).importArchive({ content })
    return { report, code: 'taken' }
  } catch (error) {
    await expectEmpty(engine)
    return error as { code: string; message: string }
  } finally {
    await engine.close()
  }
}

async function expectEmpty(engine: Engine): Promise<void> {
  const lines = await archiveOf(engine)
  expect(lines.slice(1, -1)).toEqual([])
}

const rowOf = (type: string) => archive.findIndex((line) => line.startsWith(`{"type":"${type}"`))

/** The archive with one line changed, and sealed as if it had been written so. */
function forged(type: string, change: (row: Record<string, unknown>) => unknown): string {
  const at = rowOf(type)
  const row = JSON.parse(archive[at] as string)
  return sealed(
    archive.slice(0, -1).map((line, i) => (i === at ? `${JSON.stringify(change(row))}\n` : line)),
  ).join('')
}

describe('an archive', () => {
  it('is taken in when nothing is wrong with it: the tests below change only one thing', async () => {
    expect(await answerTo(archive.join(''))).toMatchObject({ code: 'taken' })
    expect(await answerTo(sealed(archive.slice(0, -1)).join(''))).toMatchObject({ code: 'taken' })
    expect(await answerTo(forged('item', (row) => row))).toMatchObject({ code: 'taken' })
  })

  it.each([
    ['outside the text', { nameChars: 100_000 }],
    ['where no number of a database reaches', { nameChars: 2 ** 31 }],
    ['within a word', { nameChars: 3 }],
    ['behind a part of the body', { descriptionChars: 2 }],
  ])('leaves out a record whose name or description ends %s', async (_, change) => {
    const { report } = await answerTo(forged('record', (row) => ({ ...row, ...change })))
    expect(report).toMatchObject({ leftOut: { record: 1 } })
  })

  it('changes nothing when it is cut behind any line, or in one', async () => {
    for (let kept = 0; kept < archive.length; kept += 1 + Math.floor(archive.length / 40)) {
      const whole = archive.slice(0, kept).join('')
      expect([kept, await answerTo(whole)]).toMatchObject([kept, { code: 'invalid_input' }])
    }
    expect(await answerTo(archive.join('').slice(0, -20))).toMatchObject({ code: 'invalid_input' })
  })

  it('changes nothing when any byte is another', async () => {
    const bytes = Buffer.from(archive.join(''))
    const random = createRandom(3)
    for (let i = 0; i < 40; i++) {
      const broken = Buffer.from(bytes)
      const at = random.int(bytes.length - 1)
      broken[at] = (broken[at] as number) ^ (1 << random.int(8))
      const { code } = await answerTo(broken)
      expect([at, code]).toEqual([at, expect.stringMatching(/^(invalid_input|newer_schema)$/)])
    }
  })

  it('changes nothing when a line is missing, comes twice, or has changed places', async () => {
    const at = rowOf('item')
    const twice = [...archive.slice(0, at), archive[at] as string, ...archive.slice(at)]
    const swapped = [...archive]
    ;[swapped[at], swapped[at + 1]] = [archive[at + 1] as string, archive[at] as string]
    for (const lines of [archive.filter((_, i) => i !== at), twice, swapped]) {
      expect(await answerTo(lines.join(''))).toMatchObject({ code: 'invalid_input' })
    }
    // Also where whoever did it knows how to seal.
    for (const lines of [twice, swapped])
      expect(await answerTo(sealed(lines.slice(0, -1)).join(''))).toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('out of order'),
      })
  })

  it.each<[string, string, (row: Record<string, unknown>) => unknown]>([
    [
      'more trust than its origin allows',
      'item',
      (row) => ({ ...row, origin: 'assistant', trust: 'definitive' }),
    ],
    ['an unknown kind', 'item', (row) => ({ ...row, kind: 'virus' })],
    ['half a character', 'item', (row) => ({ ...row, text: 'half \ud83d' })],
    ['NUL', 'item', (row) => ({ ...row, text: 'a\0b' })],
    ['an empty text', 'item', (row) => ({ ...row, text: '' })],
    ['a number too large to be exact', 'item', (row) => ({ ...row, useCount: 2 ** 53 })],
    ['a time that is none', 'item', (row) => ({ ...row, occurredAt: 1e300 })],
    ['a field that no row has', 'item', (row) => ({ ...row, extra: 1 })],
    ['a field too few', 'turn', ({ seq: _, ...row }) => row],
    ['a blob of another length', 'tombstone', (row) => ({ ...row, identity: 'AAAA' })],
    ['an unknown type', 'turn', (row) => ({ ...row, type: 'trigger' })],
    ['an inherited type', 'turn', (row) => ({ ...row, type: 'constructor' })],
    ["the bank of the store's own log", 'bank', (row) => ({ ...row, bank: 'system/store' })],
    ['a workspace whose name is no escaped name', 'bank', (row) => ({ ...row, bank: 'w/acme%zzweb' })],
    ['a bank of a name that is written otherwise', 'bank', (row) => ({ ...row, bank: 'u/Ann/main' })],
    ['a bank behind its turn', 'bank', (row) => ({ ...row, bank: 'zzz' })],
    ['a list for a row', 'turn', () => []],
    ['a record in a file elsewhere', 'record', (row) => ({ ...row, file: '../evil.md' })],
    ['a record in a hidden file', 'record', (row) => ({ ...row, file: '.x.md' })],
    ['a record in a device', 'record', (row) => ({ ...row, file: 'con.md' })],
    ['a record in a file of too many bytes', 'record', (row) => ({ ...row, file: `${'每'.repeat(250)}.md` })],
  ])('is refused for %s, with a right checksum too', async (_, type, change) => {
    expect(await answerTo(forged(type, change))).toMatchObject({ code: 'invalid_input' })
  })

  it('is refused for a __proto__, which an object literal cannot even write', async () => {
    const at = rowOf('item')
    const line = (archive[at] as string).replace('{', '{"__proto__":{"admin":true},')
    const lines = archive.slice(0, -1).map((other, i) => (i === at ? line : other))
    expect(await answerTo(sealed(lines).join(''))).toMatchObject({ code: 'invalid_input' })
  })

  it('never quotes what it holds in an error', async () => {
    const { message } = await answerTo(forged('item', (row) => ({ ...row, text: 'SECRET \ud83d' })))
    expect(message).toMatch(/^line \d+ of the archive/)
    expect(message).not.toContain('SECRET')
  })

  it('is refused for a line longer than any row', async () => {
    const long = `{"type":"item","text":"${'x'.repeat(9_000_000)}"}\n`
    expect(await answerTo([...archive.slice(0, 2), long, ...archive.slice(2)].join(''))).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('longer than'),
    })
  })

  it('is refused when a newer Recollect wrote it, before its checksum is known', async () => {
    const header = JSON.parse(archive[0] as string)
    for (const newer of [
      { ...header, version: 2 },
      { ...header, schema: 999 },
    ]) {
      expect(await answerTo(`${JSON.stringify(newer)}\n{"of":"the future"}\n`)).toMatchObject({
        code: 'newer_schema',
      })
    }
  })

  it('lets a tombstone win over the item it is of', async () => {
    const at = rowOf('tombstone')
    const item = JSON.parse(archive[rowOf('item')] as string)
    const tombstone = { type: 'tombstone', identity: item.identity, forgottenAt: 5 }
    const first = archive.findIndex((line, i) => i > at && line.startsWith('{"type":"bank"'))
    const rows = archive.slice(0, first)
    const tombstones = [
      ...rows.filter((line) => line.startsWith('{"type":"tombstone"')),
      `${JSON.stringify(tombstone)}\n`,
    ]
    tombstones.sort((a, b) => Buffer.compare(identityOf(a), identityOf(b)))
    const others = rows.filter((line) => !line.startsWith('{"type":"tombstone"'))
    const before = others.findIndex((line) => /^\{"type":"(audit|read)"/.test(line))
    const content = sealed([...others.slice(0, before), ...tombstones, ...others.slice(before)]).join('')
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
    const report = await engine.as({ administrator: true }).importArchive({ content })
    expect(report).toMatchObject({ proof: { state: 'physical' } })
    expect(report.forgotten).toBeGreaterThan(0)
    expect((await archiveOf(engine)).join('')).not.toContain(item.id.concat('","kind"'))
    const { findings } = await engine.as({ user: 'ann' }).doctor({})
    expect(findings.filter(({ isOk }) => !isOk)).toEqual([])
    await engine.close()
  })

  it('of another store is refused by one that remembers something', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
    await engine.as({ user: 'ann' }).capture({ text: 'mine' })
    const before = await archiveOf(engine)
    const content = archive.join('')
    await expect(engine.as({ administrator: true }).importArchive({ content })).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('--home'),
    })
    expect((await archiveOf(engine)).slice(1, -1)).toEqual(before.slice(1, -1))
    await engine.close()
  })

  it('is taken in by an administrator alone, and the refusal is in the log', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
    const ann = engine.as({ user: 'ann' })
    const content = archive.join('')
    await expect(ann.importArchive({ content })).rejects.toMatchObject({ code: 'denied' })
    await expect(ann.export({ all: true })).rejects.toMatchObject({ code: 'denied' })
    await expect(ann.backup({ file: '/nowhere' })).rejects.toMatchObject({ code: 'denied' })
    await expect(engine.as({ user: 'ann', agent: 'helper' }).export({})).rejects.toMatchObject({
      code: 'denied',
    })
    const { rows } = await ann.auditLog({})
    expect(rows.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['memory.export', 'denied'],
      ['memory.backup', 'denied'],
      ['memory.export', 'denied'],
      ['memory.import_archive', 'denied'],
    ])
    await engine.close()
  })
})

function identityOf(line: string): Buffer {
  return Buffer.from(JSON.parse(line).identity, 'base64')
}
