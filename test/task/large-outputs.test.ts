import { describe, expect, it } from 'vitest'
import { doctor } from '../../src/items/doctor.js'
import { forget } from '../../src/items/forget.js'
import { type Appended, appendEvents } from '../../src/task/append-events.js'
import { findArtifact, wholeArtifact } from '../../src/task/artifacts/read-pieces.js'
import type { EventDraft } from '../../src/task/event.js'
import { readEvents } from '../../src/task/read-events.js'
import { sessionOf } from '../../src/task/session-turns.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'
import { createRandom } from '../random.js'

const random = createRandom(11)
const lines = (count: number, seed = '') =>
  Array.from({ length: count }, (_, i) => `${i} ${seed} ${random.int(1e9).toString(36)} 漢字😀\n`).join('')

function result(text: string, more: Partial<EventDraft> = {}): EventDraft {
  return {
    type: 'tool_result',
    text,
    role: 'tool',
    at: null,
    origin: 'tool',
    data: { tool: 'Bash' },
    ...more,
  }
}

const inSession = { name: 'work', channel: null }

function artifactOf(appended: Appended | undefined): string {
  if (appended === undefined || appended.outcome === 'forgotten' || appended.artifact === undefined)
    throw new Error('no artifact came of it')
  return appended.artifact
}

describe('an output that is too large', () => {
  it('is kept once, whole, and its events show where it is', async () => {
    const spine = await openSpine(await temporaryFolder())
    const large = lines(5_000)
    const [small, first, second] = await appendEvents(spine, ann, inSession, [
      result('ok'),
      result(large),
      result(large, { data: { tool: 'Bash', key: 'again' } }),
    ])
    expect(small).not.toHaveProperty('artifact')
    const id = artifactOf(first)
    expect(artifactOf(second)).toBe(id)
    const artifact = await spine.store.read(findArtifact, [ann.writes], id)
    const pieces: string[] = []
    for await (const piece of wholeArtifact(spine, ann.writes, artifact)) pieces.push(piece)
    expect(pieces.join('') === large).toBe(true)
    expect(pieces.length).toBeGreaterThan(1)
    expect(artifact).toMatchObject({ lines: 5_000, chars: large.length, mediaType: 'text/plain' })

    const rid = await sessionOf(spine, ann.writes, 'work')
    const events = () => spine.store.read(readEvents, ann.writes, rid, { limit: 10 })
    const [, shown] = await events()
    expect(shown?.text).toContain(`artifact_read {"id":"${id}"`)
    expect(shown?.text).toContain(large.substring(large.length - 100))
    expect(Buffer.byteLength(shown?.text ?? '')).toBeLessThan(32_000)
    expect(shown?.data).toEqual({ tool: 'Bash', artifact: id })

    // The same again is the same; another one under the same key is not.
    const again = result(large, { data: { tool: 'Bash', key: 'again' } })
    expect(await appendEvents(spine, ann, inSession, [again])).toMatchObject([
      { outcome: 'repeated', artifact: id },
    ])
    await expect(
      appendEvents(spine, ann, inSession, [{ ...again, text: lines(2_000) }]),
    ).rejects.toMatchObject({
      code: 'conflict',
    })

    // It goes with the last of its events.
    if (first?.outcome !== 'appended' || second?.outcome !== 'appended') throw new Error('not appended')
    expect(await forget(spine, ann, first.id, { verify: false })).toMatchObject({
      ids: [first.id],
      kept: [id],
    })
    const receipt = await forget(spine, ann, second.id, { verify: true })
    expect(receipt).toMatchObject({ ids: [second.id, id], state: 'physical' })
    expect((await doctor(spine, ann)).filter(({ isOk }) => !isOk)).toEqual([])

    // Put out once more, it is there once more.
    const [third] = await appendEvents(spine, ann, inSession, [result(large)])
    const anew = artifactOf(third)
    await forget(spine, ann, anew, { verify: false })
    expect((await events()).at(-1)).toMatchObject({ text: '(output forgotten)' })
    // Whatever the tool calls itself.
    const [named] = await appendEvents(spine, ann, inSession, [
      result(`${large}.`, { data: { tool: 'x'.repeat(5_000) } }),
    ])
    const { tool } = await spine.store.read(findArtifact, [ann.writes], artifactOf(named))
    expect(tool).toHaveLength(1_000)
    await spine.store.close()
  })
})
