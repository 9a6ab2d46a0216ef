import { expect, it } from 'vitest'
import { inTurns } from './in-turns.js'
import type { RemoteSnippet } from './remote-snippet.js'

const from = (provider: string, text: string, score: number): RemoteSnippet => ({
  ...{ provider, host: null, id: null, kind: 'conversation', text, at: null, fetchedAt: 0 },
  ...{ score, isOwnScore: true },
})

it('lets providers take turns whatever they say of themselves, and tells the same once', () => {
  const loud = ['One lie', 'Two lies', 'Two lies!', 'Three lies'].map((text) => from('loud', text, 1))
  const quiet = [from('quiet', 'The database is Postgres', 0.4), from('quiet', 'one LIE', 0.3)]
  const told = inTurns([loud, quiet], 'which database?', 0).map(({ provider, text }) => [provider, text])
  expect(told).toEqual([
    ['quiet', 'The database is Postgres'],
    ['loud', 'One lie'],
    ['loud', 'Three lies'],
    ['loud', 'Two lies'],
  ])
})
