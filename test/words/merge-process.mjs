// Takes in conversations of so many messages that each makes a segment, and forgets one of each, to be killed on the way.

/** @type {typeof import('../../src/index.js')} */
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')

/** @type {{ home: string, name: string, messages: number }} */
const { home, name, messages } = JSON.parse(process.argv[2] ?? '{}')

const engine = await openMemory({ home, zone: 'UTC', durability: 'normal' })
const ann = engine.as({ user: 'ann' })
for (let talk = 0; ; talk++) {
  const said = (/** @type {number} */ turn) =>
    `kettle ${name}t${talk}n${turn} common${turn % 7} words of a talk`
  const content = Array.from({ length: messages }, (_, turn) =>
    JSON.stringify({ session: `${name}-${talk}`, role: 'user', content: said(turn), at: 1e12 + turn }),
  ).join('\n')
  await ann.import({ content })
  process.stdout.write(`kept ${name}t${talk}n${messages - 1}\n`)
  const { hits } = await ann.search({ question: `${name}t${talk}n0`, limit: 1 })
  await ann.forget({ id: hits[0]?.id ?? '', verify: false })
  process.stdout.write(`forgotten ${name}t${talk}n0\n`)
}
