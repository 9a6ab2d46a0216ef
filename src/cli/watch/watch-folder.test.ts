import { describe, expect, it } from 'vitest'
import { type WatchedFile, watchFolder } from './watch-folder.js'

type Look = Readonly<Record<string, string>> | undefined

/** Plays looks at a folder, one after the other; the watch ends behind the last. */
async function play(looks: readonly Look[], unsettled: ReadonlySet<string> = new Set()): Promise<string[]> {
  const said: string[] = []
  const stop = new AbortController()
  const left = [...looks]
  const refused = new Set(unsettled)
  await watchFolder<WatchedFile>({
    look: async () => {
      const look = left.shift()
      if (left.length === 0) stop.abort()
      return (
        look && { files: Object.entries(look).map(([source, stamp]) => ({ source, stamp })), folders: ['.'] }
      )
    },
    take: async (files) => {
      said.push(`take ${files.map(({ source, stamp }) => `${source}=${stamp}`).join(' ')}`)
      const again = new Set(files.map(({ source }) => source).filter((source) => refused.has(source)))
      for (const source of again) refused.delete(source)
      return again
    },
    gone: (files) => void said.push(`gone ${files.map(({ source }) => source).join(' ')}`),
    away: (isAway) => void said.push(isAway ? 'away' : 'back'),
    next: async () => void said.push('wait'),
    settle: async () => void said.push('settle'),
    signal: stop.signal,
  })
  return said
}

describe('watching a folder', () => {
  it('takes what is there once it is at rest, and waits', async () => {
    expect(await play([{ a: '1' }, { a: '1' }, { a: '1' }])).toEqual(['settle', 'take a=1', 'wait'])
  })

  it('takes a file that appears half written when it has come to rest, once', async () => {
    const looks = [{}, { a: '1' }, { a: '2' }, { a: '3' }, { a: '3' }, { a: '3' }]
    expect(await play(looks)).toEqual(['wait', 'settle', 'settle', 'settle', 'take a=3', 'wait'])
  })

  it('does not let one that is always written keep the others from being taken', async () => {
    const looks = [
      { a: '1', log: '1' },
      { a: '1', log: '2' },
      { a: '1', log: '3' },
      { a: '1', log: '4' },
    ]
    expect(await play(looks)).toEqual(['settle', 'take a=1', 'settle', 'settle'])
  })

  it('takes a change alone, and a new file with all others, that a copy is told from a move', async () => {
    const looks = [
      { a: '1', b: '1' },
      { a: '1', b: '1' },
      { a: '1', b: '2' },
      { a: '1', b: '2' },
      { a: '1', b: '2', c: '1' },
      { a: '1', b: '2', c: '1' },
    ]
    expect((await play(looks)).filter((line) => line.startsWith('take'))).toEqual([
      'take a=1 b=1',
      'take b=2',
      'take a=1 b=2 c=1',
    ])
  })

  it('says nothing of a file that an editor takes away and puts back', async () => {
    const looks = [{ a: '1' }, { a: '1' }, {}, { a: '2' }, { a: '2' }, { a: '2' }]
    expect(await play(looks)).toEqual(['settle', 'take a=1', 'settle', 'settle', 'take a=2', 'wait'])
  })

  it('says what is gone, and not what only has another name', async () => {
    expect(await play([{ a: '1' }, { a: '1' }, {}, {}, {}])).toEqual([
      'settle',
      'take a=1',
      'settle',
      'gone a',
      'wait',
    ])
    expect(await play([{ a: '7' }, { a: '7' }, { b: '7' }, { b: '7' }, { b: '7' }])).toEqual([
      'settle',
      'take a=7',
      'settle',
      'take b=7',
      'wait',
    ])
  })

  it('looks again at what was still being written when it was read', async () => {
    const looks = [{ a: '1' }, { a: '1' }, { a: '1' }, { a: '1' }]
    expect(await play(looks, new Set(['a']))).toEqual(['settle', 'take a=1', 'settle', 'take a=1', 'wait'])
  })

  it('outlives a folder that goes away and comes back, and takes what changed meanwhile', async () => {
    const looks = [
      { a: '1', b: '1' },
      { a: '1', b: '1' },
      undefined,
      undefined,
      { a: '2' },
      { a: '2' },
      { a: '2' },
    ]
    expect(await play(looks)).toEqual([
      'settle',
      'take a=1 b=1',
      'away',
      'wait',
      'wait',
      'back',
      'settle',
      'take a=2',
      'gone b',
      'wait',
    ])
  })
})
