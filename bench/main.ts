import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, openMemory } from '../src/index.js'
import { createCorpus } from './corpus.js'
import { fdatasyncMedianMs, median, quantile } from './floors.js'

/** `npm run bench [-- items]`: figures of one run on this machine, FULL durability. */
const items = Number(process.argv[2] ?? 100_000)
const SINGLES = 400
const QUESTIONS = 300
const home = mkdtempSync(join(tmpdir(), 'recollect-bench-'))
try {
  await bench(items)
} finally {
  rmSync(home, { recursive: true, force: true })
}

async function bench(count: number): Promise<void> {
  const corpus = createCorpus(20_261_129)
  const texts = Array.from({ length: count }, () => corpus.text())
  const small = Math.round(count / 100)
  const floorMs = fdatasyncMedianMs(home, 200)
  row('fdatasync, 4 KB, median', `${floorMs.toFixed(2)} ms`)

  let engine = await openMemory({ home })
  let big = engine.as({ user: 'big' })
  const importMs = await timed(() => big.import({ content: asLines(texts.slice(small)) }))
  row('bulk import with full-text', `${Math.round((count - small) / (importMs / 1000))} items/s`)
  await engine.as({ user: 'small' }).import({ content: asLines(texts.slice(0, small)) })
  row('file', `${Math.round(statSync(join(home, 'recollect.db')).size / count)} bytes an item`)
  row('memory of the process', `${Math.round(process.memoryUsage().rss / 1e6)} MB`)
  await engine.close()

  const openMs = await timed(async () => {
    engine = await openMemory({ home })
    big = engine.as({ user: 'big' })
    await big.search({ question: corpus.question(texts[small] ?? '') })
  })
  row('open to first answer', `${openMs.toFixed(0)} ms`)

  await searches(`8-word question, ${count - small} items`, big, texts.slice(small), corpus)
  await searches(
    `8-word question, bank of ${small} (1 %)`,
    engine.as({ user: 'small' }),
    texts.slice(0, small),
    corpus,
  )

  const singles: number[] = []
  for (let i = 0; i < SINGLES; i++)
    singles.push(await timed(() => big.capture({ text: `${corpus.text()} ${i}` })))
  const single = median(singles)
  row('single capture, p50', `${single.toFixed(2)} ms = ${(single / floorMs).toFixed(1)} x fdatasync`)

  const groupMs = await timed(async () => {
    const callers = Array.from({ length: 16 }, async (_, caller) => {
      for (let i = 0; i < SINGLES / 4; i++)
        await big.capture({ text: `${corpus.text()} ${caller} ${i} again` })
    })
    await Promise.all(callers)
  })
  const groupRate = (16 * SINGLES) / 4 / (groupMs / 1000)
  row(
    '16 callers at once',
    `${Math.round(groupRate)} captures/s = ${((groupRate * single) / 1000).toFixed(1)} x one caller`,
  )
  await engine.close()
}

async function searches(
  label: string,
  memory: Memory,
  texts: readonly string[],
  corpus: ReturnType<typeof createCorpus>,
) {
  const times: number[] = []
  let found = 0
  for (let i = 0; i < QUESTIONS; i++) {
    const text = texts[(i * 7919) % texts.length] ?? ''
    const question = corpus.question(text)
    const from = performance.now()
    const { hits } = await memory.search({ question, limit: 10 })
    times.push(performance.now() - from)
    if (hits.some((hit) => hit.text === text)) found += 1
  }
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
  row(
    label,
    `p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, source text in the top 10: ${Math.round((100 * found) / QUESTIONS)} %`,
  )
}

function* asLines(texts: readonly string[]): Generator<string> {
  for (const [i, content] of texts.entries()) {
    const session = `s${Math.floor(i / 50)}`
    const at = Date.UTC(2024, 0, 1) + i * 60_000
    yield `${JSON.stringify({ role: i % 2 === 0 ? 'user' : 'assistant', content, at, session })}\n`
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

function row(label: string, figure: string): void {
  console.log(`${label.padEnd(42)} ${figure}`)
}
