import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openMemory } from '../../src/index.js'
import type { Receipt } from '../../src/items/forget.js'
import type { Random } from '../random.js'
import { denseEmbedder } from './dense-embedder.mjs'
import { settled, storedIn, withFile } from './open-embedding.js'

export interface VectorErasure {
  readonly receipts: readonly Pick<Receipt, 'state' | 'reason' | 'counts'>[]
  /** Vectors of forgotten items that some file of the store still shows a piece of. */
  readonly traces: number
  /** Living items whose vectors are not what they were. */
  readonly harmed: number
  readonly findings: readonly string[]
}

/** Embeds `items` texts, then forgets `forgets` of them at random while new ones come in between. */
export async function forgetEmbedded(
  home: string,
  random: Random,
  { items, forgets, dimensions = 384 }: { items: number; forgets: number; dimensions?: number },
): Promise<VectorErasure> {
  const engine = await openMemory({ home, zone: 'UTC', embedder: denseEmbedder({ dimensions }) })
  const ann = engine.as({ user: 'ann' })
  const living: string[] = []
  let made = 0
  const add = async (count: number) => {
    const texts = Array.from({ length: count }, () => sampleText(random, made++))
    living.push(...(await Promise.all(texts.map((text) => ann.capture({ text })))).map(({ id }) => id))
  }
  while (made < items) await add(Math.min(200, items - made))
  await settled(engine)
  await ann.embed({})
  const receipts = []
  const forgotten: Buffer[] = []
  for (let i = 0; i < forgets; i++) {
    const [id = ''] = living.splice(random.int(living.length), 1)
    forgotten.push(...vectorsOf(home, id))
    const receipt = await ann.forget({ id })
    if (!receipt.preview) receipts.push(receipt)
    if (i % 4 === 0) await add(1 + random.int(4))
  }
  await settled(engine)
  await ann.embed({})
  const { findings } = await ann.doctor({})
  await engine.close()
  return {
    receipts,
    traces: tracesOf(home, forgotten),
    harmed: await countHarmed(home, dimensions),
    findings: findings.filter(({ isOk }) => !isOk).map(({ check, detail }) => `${check}: ${detail}`),
  }
}

/** Of one passage, or of several. No two are the same. */
function sampleText(random: Random, n: number): string {
  const words = random.int(5) === 0 ? 150 + random.int(300) : 3 + random.int(30)
  return `note ${n} ${Array.from({ length: words }, () => `word${random.int(5_000)}`).join(' ')}`
}

function vectorsOf(home: string, id: string): Buffer[] {
  return withFile(home, (db) =>
    db
      .prepare(
        'select e.vector from embedding e join item i on i.rid = e.item_rid where i.id = ? and e.vector is not null',
      )
      .pluck()
      .all(id),
  ) as Buffer[]
}

/**
 * How many vectors can be told from a piece of them, in any file of the folder: one of 16 in each 256 bytes is looked
 * for. Of a closed store: reading the file of an open one would drop its locks.
 */
export function tracesOf(home: string, vectors: readonly Buffer[]): number {
  const pieces = new Map<number, { readonly piece: Buffer; readonly vector: number }[]>()
  for (const [vector, bytes] of vectors.entries()) {
    for (let at = 0; at + PIECE_BYTES <= bytes.length; at += 256) {
      const piece = bytes.subarray(at, at + PIECE_BYTES)
      const head = piece.readUInt32LE(0)
      const known = pieces.get(head)
      if (known === undefined) pieces.set(head, [{ piece, vector }])
      else known.push({ piece, vector })
    }
  }
  const found = new Set<number>()
  for (const name of readdirSync(home)) {
    const bytes = readFileSync(join(home, name))
    for (let at = 0; at + PIECE_BYTES <= bytes.length; at++) {
      for (const { piece, vector } of pieces.get(bytes.readUInt32LE(at)) ?? [])
        if (piece.equals(bytes.subarray(at, at + PIECE_BYTES))) found.add(vector)
    }
  }
  return found.size
}

const PIECE_BYTES = 16

async function countHarmed(home: string, dimensions: number): Promise<number> {
  const embedder = denseEmbedder({ dimensions })
  const wholes = storedIn(home).filter(({ body }) => body.length < 120)
  const fresh = await embedder.embed(
    wholes.map(({ body }) => body),
    'passage',
  )
  return wholes.filter(
    ({ vector }, i) => !vector?.equals(Buffer.from(fresh[i]?.buffer ?? new ArrayBuffer(0))),
  ).length
}
