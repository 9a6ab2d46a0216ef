import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Memory, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

const runs = Number(process.env['RECOLLECT_TASK_RUNS'] ?? 15)

const word = fc.oneof(
  fc.constantFrom('x', ' ', '\n', '(tool_result bash)', '\u0000', '\ud800', 'é', 'I live in Oslo.'),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
)
const name = word.map((text) => (text.trim() === '' ? 'n' : text))
const large = fc.integer({ min: 0, max: 3 }).map((n) => `line ${n} of an output\n`.repeat(3_000))
const at = fc.constantFrom(undefined, '0001-01-01T00:00:00Z', '2026-05-01T10:00:00Z', '9999-12-31T23:59:59Z')
const common = {
  key: fc.option(name, { nil: undefined }),
  sidechain: fc.option(name, { nil: undefined }),
  at,
}
const ending = fc.constantFrom(undefined, 'aborted', 'failed')
const role = fc.constantFrom('user', 'assistant', 'system')

const event = fc.oneof(
  fc.record({
    type: fc.constant('message'),
    role,
    ending,
    speaker: fc.option(name, { nil: undefined }),
    text: word,
    ...common,
  }),
  fc.record({ type: fc.constant('reasoning'), ending, text: word, ...common }),
  fc.record({ type: fc.constant('tool_call'), tool: name, callId: name, path: name, text: word, ...common }),
  fc.record({
    type: fc.constant('tool_result'),
    tool: name,
    callId: name,
    isError: fc.boolean(),
    text: fc.oneof(word, large),
    ...common,
  }),
  fc.record({ type: fc.constant('title'), text: name, ...common }),
)

const session = fc.record({
  events: fc.array(event, { minLength: 1, maxLength: 6 }),
  kept: fc.option(large, { nil: undefined }),
  goal: fc.option(name, { nil: undefined }),
})

it('takes back whatever it took in: the archive of a memory, and the file of a session', async () => {
  const open = async () =>
    openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC', embedder: 'off' })
  const [from, to, files] = [await open(), await open(), await open()]
  const admin = to.as({ administrator: true })
  let run = 0
  await fc.assert(
    fc.asyncProperty(session, async ({ events, kept, goal }) => {
      run += 1
      const user = `u${run}`
      const [there, other, third] = [from, to, files].map((engine) => engine.as({ user })) as [
        Memory,
        Memory,
        Memory,
      ]
      // A key may be used for something else: refused, as it should be.
      for (const one of events)
        await there.transcriptAppend({ session: 's', events: [one as never] }).catch(refused)
      if (kept !== undefined) await there.artifactKeep({ text: kept, tool: 'cat' })
      if (goal !== undefined) await there.taskOpen({ name: 't', goal, session: 's' })
      expect(await there.transcriptVerify({})).toMatchObject({ isSound: true })
      await admin.importArchive({ content: await text((await there.export({})).lines) })
      const file = await text((await there.transcriptExport({ session: 's' })).lines)
      expect(await text((await other.transcriptExport({ session: 's' })).lines)).toBe(file)
      expect(await other.transcriptVerify({})).toMatchObject({ isSound: true })
      expect((await other.taskList({})).tasks.map((task) => task.goal)).toEqual(
        (await there.taskList({})).tasks.map((task) => task.goal),
      )
      expect((await other.artifactList({})).artifacts.map(({ bytes }) => bytes)).toEqual(
        (await there.artifactList({})).artifacts.map(({ bytes }) => bytes),
      )
      expect(await third.transcriptImport({ content: file })).toMatchObject({ torn: null, present: 0 })
      expect(await text((await third.transcriptExport({ session: 's' })).lines)).toBe(file)
      expect(await third.transcriptImport({ content: file })).toMatchObject({ added: 0 })
    }),
    { numRuns: runs },
  )
  await Promise.all([from, to, files].map((engine) => engine.close()))
})

it('leaves out, and says so, what another store appended under the same key', async () => {
  const open = async () =>
    openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC', embedder: 'off' })
  const [from, to] = [await open(), await open()]
  const send = async () => {
    const { lines } = await from.as({ administrator: true }).export({ all: true })
    return to.as({ administrator: true }).importArchive({ content: await text(lines) })
  }
  const append = (memory: Memory, said: string) =>
    memory.transcriptAppend({ session: 's', events: [{ type: 'reasoning', key: 'k', text: said }] })
  await from.as({ user: 'ann' }).capture({ text: 'by which both know each other' })
  await send()
  await append(from.as({ user: 'ann' }), 'one')
  await append(to.as({ user: 'ann' }), 'two')
  expect(await send()).toMatchObject({ leftOut: { item: 1 } })
  const { events } = await to.as({ user: 'ann' }).transcriptRead({ session: 's' })
  expect(events.map((event) => event.text)).toEqual(['two'])
  await Promise.all([from.close(), to.close()])
})

function refused(error: unknown): void {
  expect(error).toMatchObject({ code: 'conflict' })
}

async function text(lines: AsyncIterable<string>): Promise<string> {
  let all = ''
  for await (const line of lines) all += line
  return all
}
