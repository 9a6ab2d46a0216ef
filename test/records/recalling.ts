import { beforeEach } from 'vitest'
import { type Env, systemEnv } from '../../src/clock.js'
import type { Spine } from '../../src/items/spine.js'
import type { ChatAnswer, ChatModels, ChatQuestion, ChatTrouble } from '../../src/model/chat/chat-models.js'
import { createReadLog, type ReadLog } from '../../src/read-log.js'
import { type RecallWanted, recallRecords } from '../../src/user/memory-recall/memory-recall.js'
import type { RecallResult } from '../../src/user/memory-recall/recall-result.js'
import { createDatabaseRecords } from '../../src/user/records/database-records.js'
import type { MemoryRecord, NewRecord } from '../../src/user/records/record.js'
import type { RecordStore } from '../../src/user/records/record-store.js'
import { noModels } from '../no-models.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'

export const report = {
  name: 'Weekly report',
  description: 'Weekly reports are short, numbers first',
  body: 'At most one page.',
}
export const allergy = {
  name: 'Hazelnut allergy',
  description: 'Hazelnuts cause throat itching',
  body: 'Almonds are fine.',
}

export interface Given extends Partial<RecallWanted> {
  readonly models?: ChatModels
  readonly records?: RecordStore
}

/** What recalls are tried in: a store of Ann's for each test, and a clock that goes on when it is told to. */
export interface RecallWorldOfTest {
  clock: number
  spine: Spine
  store: RecordStore
  readLog: ReadLog
  save(record: Partial<NewRecord> & { name: string }, reach?: typeof ann): Promise<MemoryRecord>
  recall(request: string, given?: Given): Promise<RecallResult>
}

export function useRecalls(): RecallWorldOfTest {
  const world = {
    save: (record, reach = ann) => {
      world.clock += 1_000
      const by = { provenance: 'manual', origin: 'user', trust: 'stated', operation: 'record.save' } as const
      const whole = { description: '', type: 'feedback', body: '', ...record } as const
      return world.store.write(reach, { kind: 'create', record: whole, by })
    },
    recall: (request, given = {}) => {
      const { models = answering({ ok: false, reason: 'off' }), records = world.store, ...wanted } = given
      const { spine, readLog } = world
      const recalling = { spine, records, models, readLog }
      return recallRecords(recalling, ann, { request, limit: 5, select: 'auto', ...wanted })
    },
  } as RecallWorldOfTest
  beforeEach(async () => {
    world.clock = Date.UTC(2026, 0, 1)
    const env: Env = { ...systemEnv(), now: () => world.clock }
    world.spine = await openSpine(await temporaryFolder(), { env, durability: 'normal' })
    world.store = createDatabaseRecords(world.spine)
    world.readLog = createReadLog(world.spine.store, env)
    return () => world.spine.store.close()
  })
  return world
}

/** A model that says this, and keeps what it was asked. */
export function answering(
  answer: { ok: true; ids: unknown } | { ok: false; reason: ChatTrouble },
): ChatModels & { readonly asked: ChatQuestion<unknown>[] } {
  const asked: ChatQuestion<unknown>[] = []
  return {
    ...noModels,
    asked,
    nameOf: () => 'test:model',
    ask: async <T>(_reach: unknown, question: ChatQuestion<T>): Promise<ChatAnswer<T>> => {
      asked.push(question as ChatQuestion<unknown>)
      if (!answer.ok)
        return { ok: false, reason: answer.reason, detail: `it is ${answer.reason}`, model: null }
      const parsed = question.schema.safeParse({ ids: answer.ids })
      return parsed.success
        ? { ok: true, value: parsed.data, model: 'test:model' }
        : { ok: false, reason: 'wrong_shape', detail: 'no such shape', model: 'test:model' }
    },
  }
}

export const names = ({ records }: RecallResult) => records.map(({ record }) => record.name)
export const handle = ({ id }: MemoryRecord) => id.slice(-6)
