// A process that keeps, forgets and embeds at random, to be killed at any moment (kill.ts).
const { home, seed, model } = JSON.parse(process.argv[2] ?? '{}')

/** @type {typeof import('../../src/index.js')} */
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')
const { denseEmbedder } = await import('./dense-embedder.mjs')

let state = seed >>> 0
/** @param {number} below */
const int = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

// Long enough to be killed in; the odd refusal, so that failures are recorded too.
const before = async (/** @type {readonly string[]} */ texts) => {
  await new Promise((resolve) => setTimeout(resolve, int(8)))
  if (texts.some((text) => text.includes('poison'))) throw new Error('refused')
}
const engine = await openMemory({ home, zone: 'UTC', embedder: denseEmbedder({ name: model, before }) })
const memory = engine.as({ user: 'ann' })
process.stdout.write('open\n')
/** @type {string[]} */
const ids = []
for (let made = 0; ; made++) {
  try {
    await operate(made)
  } catch (error) {
    // Vectors of the model before are what `--all` is for.
    if (!(error instanceof Error && 'code' in error && error.code === 'index_stale')) throw error
    await memory.embed({ all: true })
  }
}

/** @param {number} made */
async function operate(made) {
  const dice = int(100)
  if (dice < 50) ids.push((await memory.capture({ text: textOf(made) })).id)
  else if (dice < 62) {
    const lines = Array.from({ length: 1 + int(40) }, (_, i) =>
      JSON.stringify({
        role: 'user',
        content: `${textOf(made)} ${i}`,
        session: `${seed} ${made}`,
        speaker: 'Ann',
      }),
    )
    await memory.import({ content: lines.join('\n') })
  } else if (dice < 82) {
    const [id] = ids.splice(int(ids.length), 1)
    if (id !== undefined) await memory.forget({ id, verify: false })
  } else if (dice < 90) await memory.search({ question: 'anything' })
  else if (dice < 95) await memory.embed({})
  else if (dice < 97) await memory.embed({ all: true })
  else await memory.reindex({ all: dice === 98 })
}

/** @param {number} made */
function textOf(made) {
  const poison = int(30) === 0 ? 'poison ' : ''
  return `${poison}${seed} ${made} ${'some words of a note. '.repeat(1 + int(int(20) + 1))}`
}
