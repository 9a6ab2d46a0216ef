import { MemoryError } from '../errors.js'
import { prepareItem } from '../items/add.js'
import { touchBank } from '../items/bank.js'
import type { ItemId } from '../items/item.js'
import { type FoundItem, readItems } from '../items/read-items.js'
import type { Spine } from '../items/spine.js'
import { liftTombstone } from '../items/tombstone.js'
import { write } from '../items/write.js'
import type { Reach } from '../reach.js'
import { inText, sql } from '../store/sql.js'
import { all, run, type Tx } from '../store/statement.js'
import { estimateTokens } from '../text/estimate-tokens.js'
import { fence, fencedLine } from '../text/fence.js'
import { formatMoment } from '../text/zone.js'
import { addFact } from './facts/add-fact.js'
import { readFact, readFacts, type StoredFact } from './facts/fact.js'
import { formHash } from './facts/fact-hashes.js'
import { addInstruction, type InstructionScope, type InstructionTerms } from './facts/instruction-rows.js'
import { enterConflict } from './facts/ledger.js'
import { putBack } from './facts/restore-fact.js'
import { setStatus } from './facts/set-status.js'
import { USER_TAG } from './facts/subject-tag.js'
import { CONFIDENCE, IMPORTANCE, isStated } from './facts/weights.js'

/** Something the user wants done always, or in one place. */
export interface Instruction extends InstructionTerms {
  readonly item: FoundItem
  readonly isEnabled: boolean
  readonly isExpired: boolean
}

export interface InstructionBlock {
  /** Ready for a prompt; empty where none applies. */
  readonly block: string
  readonly tokens: number
  readonly ids: readonly ItemId[]
  /** Apply too, and have no room: their priorities are the lowest. */
  readonly more: number
}

/** Where a prompt is made: instructions for other places do not apply. */
export interface Place {
  readonly channel?: string | undefined
  readonly session?: string | undefined
}

/** More of a bank are not looked at: those with the highest priority are. */
export const INSTRUCTIONS_MAX = 200

/** Instructions of the banks that may be read, disabled ones too: the highest priority first, then the newest. */
export function* listInstructions(spine: Pick<Spine, 'kinds'>, reach: Reach, now: number): Tx<Instruction[]> {
  const found: Instruction[] = []
  for (const bank of reach.reads) {
    const rows = yield* all<Row>(sql`
      select i.id, n.item_rid, n.priority, n.scope, n.scope_name, n.detected from instruction n
      join fact f on f.bank = n.bank and f.item_rid = n.item_rid
      join item i on i.bank = n.bank and i.rid = n.item_rid
      where n.bank = ${bank} and f.stated = 1 and f.status in ('active', 'retracted')
      order by n.priority desc, n.item_rid desc limit ${INSTRUCTIONS_MAX}`)
    const ids = rows.map(({ id }) => id)
    const items = new Map(
      (yield* readItems(spine, bank, sql`i.id ${inText(ids)}`)).map((item) => [item.rid, item]),
    )
    for (const row of rows) {
      const item = items.get(row.item_rid)
      if (item?.fact == null || !isStated(item.trust)) continue
      const { status, expiresAt } = item.fact
      found.push({
        item,
        priority: row.priority,
        scope: row.scope,
        scopeName: row.scope_name,
        isDetected: row.detected === 1,
        isEnabled: status === 'active',
        isExpired: expiresAt !== null && expiresAt <= now,
      })
    }
  }
  return found.sort(
    (a, b) =>
      b.priority - a.priority || b.item.recordedAt - a.item.recordedAt || (a.item.id < b.item.id ? 1 : -1),
  )
}

interface Row {
  readonly id: string
  readonly item_rid: number
  readonly priority: number
  readonly scope: InstructionScope
  readonly scope_name: string | null
  readonly detected: number
}

/** How long the block may be. */
const BLOCK_TOKENS = 200
const NOTE = 'What the user wants done, the most important first.'

/** Those that apply at a place, as many as fit. */
export function instructionBlock(
  instructions: readonly Instruction[],
  place: Place,
  zone: string,
): InstructionBlock {
  const applying = instructions.filter((one) => one.isEnabled && !one.isExpired && appliesAt(one, place))
  const lines: Parameters<typeof fencedLine>[0][] = []
  // Room for the line that says how many more there are.
  let left = BLOCK_TOKENS - estimateTokens(fence('instructions', NOTE, [], moreLine(applying.length)))
  for (const { item } of applying) {
    const day = formatMoment(item.occurredAt ?? item.recordedAt, zone).substring(0, 10) // slice-ok: ASCII
    const line = { text: item.text, origin: item.origin, trust: item.trust, day }
    left -= estimateTokens(`\n${fencedLine(line)}`)
    if (left < 0) break
    lines.push(line)
  }
  const more = applying.length - lines.length
  const block =
    applying.length === 0 ? '' : fence('instructions', NOTE, lines, more === 0 ? null : moreLine(more))
  const ids = applying.slice(0, lines.length).map(({ item }) => item.id)
  return { block, tokens: estimateTokens(block), ids, more }
}

function moreLine(count: number): string {
  return `(+${count} more)`
}

/** Whether an instruction is for this place. */
export function appliesAt({ scope, scopeName }: InstructionTerms, { channel, session }: Place): boolean {
  return scope === 'global' || scopeName === (scope === 'channel' ? channel : session)
}

export interface NewInstruction {
  readonly text: string
  readonly scope: InstructionScope
  readonly scopeName: string | null
  readonly priority: number
  readonly expiresAt: number | null
}

/**
 * Adds an instruction of the user's. The same words again are the same one, with what applies to it now; one that was
 * disabled or forgotten is there again: nobody but the user can say so.
 */
export async function addUserInstruction(
  spine: Spine,
  reach: Reach,
  { text, scope, scopeName, priority, expiresAt }: NewInstruction,
): Promise<ItemId> {
  const at = spine.env.now()
  const conflictId = spine.env.newId()
  const takenOverId = spine.env.newId()
  const item = prepareItem(spine, reach, {
    kind: 'fact',
    text,
    origin: 'user',
    trust: 'stated',
    occurredAt: at,
    identity: ['instruction', text],
  })
  const content = {
    category: 'instruction',
    subject: USER_TAG,
    attribute: null,
    value: null,
    text: item.text,
    relation: null,
  } as const
  const form = formHash(spine, reach.writes, content)
  return write(spine, reach, OPERATION, 'memory.write', function* body() {
    const bank = reach.writes
    const same = (yield* readFacts(bank, sql`f.form_hash = ${form}`)).filter(isUsable)
    const known = same.filter(({ quotes }) => !quotes).at(-1)
    if (known?.status === 'retracted') yield* putBack(bank, known, { at, conflictId })
    yield* liftTombstone(reach, item.identity)
    const rid =
      known?.rid ??
      (yield* addFact(spine, reach, item, {
        ...content,
        formHash: form,
        subjectRid: null,
        keyHash: null,
        status: 'active',
        importance: IMPORTANCE.usual,
        confidence: CONFIDENCE.stated,
        isPinned: false,
        validFrom: at,
        validUntil: null,
        confirmedAt: at,
        expiresAt,
        parts: [],
      }))
    if (rid === undefined) throw wasSuperseded()
    for (const detected of same.filter(({ quotes }) => quotes))
      yield* takeOver(bank, detected, { rid, at, conflictId: takenOverId })
    if (known !== undefined) {
      yield* run(sql`delete from instruction where bank = ${bank} and item_rid = ${rid}`)
      yield* run(sql`update fact set expires_at = ${expiresAt} where bank = ${bank} and item_rid = ${rid}`)
    } else yield* touchBank(reach, at, { items: 1, words: item.length })
    yield* addInstruction(bank, rid, { priority, scope, scopeName, isDetected: false })
    const id = known?.id ?? item.id
    return { result: id, effect: { ids: [id], counts: { instruction: 1 } } }
  })
}

/**
 * What was read out of a note goes with that note, and what was added does not: so it is an item of its own, and in the
 * detected one's place.
 */
function* takeOver(
  bank: string,
  detected: StoredFact,
  { rid, at, conflictId }: { readonly rid: number; readonly at: number; readonly conflictId: string },
): Tx<void> {
  if (detected.status === 'retracted') {
    yield* run(sql`delete from instruction where bank = ${bank} and item_rid = ${detected.rid}`)
    return
  }
  yield* setStatus(bank, detected, { status: 'superseded', validUntil: at, at })
  const sides = { oldRid: detected.rid, newRid: rid }
  yield* enterConflict(bank, { id: conflictId, at, keyHash: null, ...sides, resolution: 'user_corrected' })
}

/** Disables an instruction, or enables it again. Throws `not_found`, and `invalid_input` for what is none. */
export async function enableInstruction(
  spine: Spine,
  reach: Reach,
  id: string,
  isEnabled: boolean,
): Promise<ItemId> {
  const at = spine.env.now()
  const conflictId = spine.env.newId()
  return write(spine, reach, OPERATION, 'memory.write', function* body() {
    const bank = reach.writes
    const fact = yield* readFact(bank, id)
    if (fact.category !== 'instruction' || !isUsable(fact)) throw noInstruction(id)
    if (isEnabled && fact.status === 'retracted') yield* putBack(bank, fact, { at, conflictId })
    if (!isEnabled && fact.status === 'active') yield* setStatus(bank, fact, { status: 'retracted', at })
    return {
      result: fact.id,
      effect: { ids: [fact.id], counts: { [isEnabled ? 'enabled' : 'disabled']: 1 } },
    }
  })
}

const OPERATION = 'memory.instruct'

/** What others said instructs nobody, and what was corrected has another in its place. */
function isUsable({ status, isStated: said }: StoredFact): boolean {
  return said && (status === 'active' || status === 'retracted')
}

function noInstruction(id: string): MemoryError {
  return new MemoryError('invalid_input', `${id} is no instruction`, 'recollect instructions lists them')
}

function wasSuperseded(): MemoryError {
  return new MemoryError(
    'conflict',
    'an instruction in these words was corrected: another is in its place',
    'recollect instructions lists what holds; recollect restore-fact brings an earlier one back',
  )
}
