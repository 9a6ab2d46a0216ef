import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { passagesToEmbed } from '../../src/embedding/embedded-text.js'
import { openMemory } from '../../src/index.js'
import { ended, start } from '../processes/processes.js'
import type { Random } from '../random.js'
import { denseEmbedder } from './dense-embedder.mjs'
import { withFile } from './open-embedding.js'

export interface EmbeddingKills {
  readonly kills: number
  /** Vectors that were compared with their texts. */
  readonly compared: number
  readonly problems: readonly string[]
}

/**
 * Kills a process that keeps, forgets, embeds and changes its model, again and again, at any moment, and compares the
 * vectors with the texts after each time: as they were left, and once everything is embedded.
 */
export async function killWhileEmbedding(
  folder: string,
  random: Random,
  kills: number,
): Promise<EmbeddingKills> {
  const problems: string[] = []
  let compared = 0
  for (let kill = 0; kill < kills && problems.length === 0; kill++) {
    const home = join(folder, `round-${Math.floor(kill / KILLS_PER_STORE)}`)
    const seed = random.int(2 ** 31)
    const model = random.int(4) === 0 ? 'test:other' : 'test:dense'
    const child = start('embedding/embed-process.mjs', { home, seed, model })
    const end = ended(child)
    await Promise.race([once(child.stdout as Readable, 'data'), end])
    await sleep(random.int(LONGEST_MS))
    child.kill('SIGKILL')
    const { complaints } = await end
    const found = [
      ...(complaints === '' ? [] : [`the process complained: ${complaints}`]),
      ...(await problemsAsLeft(home)),
    ]
    const isLast = kill === kills - 1 || (kill + 1) % KILLS_PER_STORE === 0
    if (found.length === 0 && isLast) {
      const whole = await problemsWhenWhole(home)
      found.push(...whole.problems)
      compared += whole.compared
      await rm(home, { recursive: true })
    }
    problems.push(...found.map((problem) => `after kill ${kill} (child seed ${seed}): ${problem}`))
  }
  return { kills, compared, problems }
}

const KILLS_PER_STORE = 10
const LONGEST_MS = 400

/** Doctor's findings, but for a change of the model that the kill broke off. */
async function problemsAsLeft(home: string): Promise<string[]> {
  const engine = await openMemory({ home, zone: 'UTC', embedder: 'off' })
  const { findings } = await engine.as({ user: 'ann' }).doctor({})
  await engine.close()
  return findings
    .filter(({ isOk, hint }) => !isOk && !hint?.includes('it goes on from there'))
    .map(({ check, detail }) => `doctor: ${check}: ${detail}`)
}

/** Embeds what is left, and compares each vector with that of the text that the file has beside it. */
async function problemsWhenWhole(home: string): Promise<{ problems: string[]; compared: number }> {
  const embedder = denseEmbedder({
    before: (texts) => {
      if (texts.some((text) => text.includes('poison'))) throw new Error('refused')
    },
  })
  const engine = await openMemory({ home, zone: 'UTC', embedder })
  const ann = engine.as({ user: 'ann' })
  const report = await ann.embed({}).catch(() => ann.embed({ all: true }))
  const { embedding, items } = await ann.stats({})
  const { findings } = await ann.doctor({})
  await engine.close()
  const problems = findings
    .filter(({ isOk }) => !isOk)
    .map(({ check, detail }) => `whole: ${check}: ${detail}`)
  if (report.pending > 0) problems.push(`${report.pending} texts are still pending`)
  if (embedding.indexed + embedding.failed !== items) problems.push('not every text was looked at')
  const texts = withFile(home, textsIn)
  for (const { body, speaker, vectors } of texts) {
    const passages = passagesToEmbed({ body, speaker }, embedder.model)
    if (body.includes('poison')) {
      if (vectors.every((vector) => vector !== null)) problems.push(`should have failed: ${body}`)
      continue
    }
    const fresh = await denseEmbedder().embed(passages === 'language' ? [] : passages, 'passage')
    const isSame =
      fresh.length === vectors.length &&
      fresh.every(({ buffer }, i) => vectors[i]?.equals(Buffer.from(buffer)) === true)
    if (!isSame) problems.push(`not the vectors of: ${body}`)
  }
  return { problems, compared: texts.length }
}

interface StoredText {
  readonly body: string
  readonly speaker: string | null
  readonly vectors: readonly (Buffer | null)[]
}

function textsIn(db: Parameters<Parameters<typeof withFile>[1]>[0]): StoredText[] {
  const vectors = db.prepare('select vector from embedding where text_rid = ? order by part').pluck()
  const texts = db
    .prepare(
      `select x.rid, x.body, t.speaker from item i join item_text x on x.rid = i.text_rid
       left join turn t on t.item_rid = i.rid`,
    )
    .all() as { rid: number; body: string; speaker: string | null }[]
  return texts.map(({ rid, body, speaker }) => ({
    body,
    speaker,
    vectors: vectors.all(rid) as (Buffer | null)[],
  }))
}
