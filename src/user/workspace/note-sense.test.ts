import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type NoteRelation, relationOf, senseKeys, senseOf } from './note-sense.js'

const relation = (a: string, b: string): NoteRelation => relationOf(senseOf(a), senseOf(b))

it('takes nearly the same words for the same, but not where a number or a denial differs', () => {
  const long = 'Run the migrations on the replica before you deploy the web front end'
  expect(relation('We use pnpm.', 'we use PNPM')).toBe('same')
  expect(relation('Please always squash commits', 'Squash commits!')).toBe('same')
  expect(relation('Do not squash commits', 'Never squash commits')).toBe('same')
  expect(relation(long, `${long} today`)).toBe('same')
  expect(relation('We deploy on Fridays', 'We never deploy on Fridays')).toBe('contrary')
  expect(relation('The project uses Node 20', 'The project uses Node 22')).toBe('renumbered')
  expect(relation(`${long} 1`, `${long} 2`)).toBe('renumbered')
  expect(relation('部署在周五', '不要部署在周五')).toBe('contrary')
})

it('sees that two decisions about one thing say something else', () => {
  expect(relation('Database: PostgreSQL 16', 'database: SQLite')).toBe('contrary')
  expect(relation('We decided to use PostgreSQL for the store', 'We went with SQLite for the store.')).toBe(
    'contrary',
  )
  expect(relation('We chose Vitest over Jest', 'We decided to use Jest instead of Vitest')).toBe('contrary')
})

it('leaves apart what is about something else, or only labelled alike', () => {
  expect(relation('Decision: use Kafka', 'Decision: use tabs')).toBe('apart')
  expect(relation('We went with Redis for the cache', 'We went with SQLite for the store')).toBe('apart')
  expect(relation('We use pnpm', 'We use Vitest')).toBe('apart')
  expect(relation('See https://a.example/x', 'See https://b.example/y')).toBe('apart')
  expect(relation('Ticket 12 was a race', 'Ticket 13 was a race')).toBe('apart')
  expect(relation('Fixed in release 1.2 by Ann', 'Fixed in release 1.3 by Ann')).toBe('apart')
  expect(relation('See #12 for the reason', 'See #13 for the reason')).toBe('apart')
  expect(relation('!!!', '???')).toBe('apart')
})

it('lets notes that are not apart find each other by a key, and is the same from both sides', () => {
  const word = fc.constantFrom(
    ...'we do not never use deploy 20 22 pnpm on fridays Database: the store for over'.split(' '),
  )
  const text = fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [one, other] = [senseOf(a), senseOf(b)]
      const told = relationOf(one, other)
      expect(relationOf(other, one)).toBe(told)
      const keys = new Set(senseKeys(one))
      if (told !== 'apart') expect(senseKeys(other).some((key) => keys.has(key))).toBe(true)
    }),
    { numRuns: 300 },
  )
})
