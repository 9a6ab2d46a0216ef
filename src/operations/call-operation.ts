import type { z } from 'zod'
import { MemoryError } from '../errors.js'
import { isToBeProposed, requireOpenGate } from '../items/gate.js'
import { propose } from '../items/proposals.js'
import { recordRefusal } from '../items/write.js'
import { type Audience, inBank, kindOfBank, type Reach, requireCapability, STORE_BANK } from '../reach.js'
import { callOnce } from './call-once.js'
import { closedInput } from './closed-input.js'
import type { Call, Operation } from './operation.js'
import { type InputProblem, parseInput } from './parse-input.js'

/**
 * The one door to every operation: who may, what is asked, then the work. A refused call leaves an audit row.
 * Throws `denied`, `invalid_input`, and what the operation itself says.
 */
export async function callOperation<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  call: Call,
  input: unknown,
): Promise<z.output<O>> {
  const { name, capability } = operation
  try {
    requireAudience(operation, call)
    requireCapability(call.reach, capability, name)
    const asked = parse(operation.input, input, name)
    if (operation.looksAtFiles !== true) await call.spine.beside?.catchUp(call.reach)
    const { keyed } = call.spine
    const work = () => perform(operation, call, asked)
    const output = keyed === undefined ? await work() : await callOnce(operation, call, keyed, asked, work)
    return operation.output.parse(output)
  } catch (error) {
    const isRefusal = error instanceof MemoryError && (error.code === 'denied' || operation.effect !== 'read')
    if (isRefusal && !isStoreTrouble(error)) {
      await recordRefusal(call.spine, logOf(operation, call.reach), name, capability, error.code)
    }
    throw error
  }
}

/** Does what is asked; where that waits for a person, proposes it. The gate may be switched between the two. */
async function perform<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  call: Call,
  asked: z.output<I>,
): Promise<z.input<O>> {
  const { spine, reach } = call
  const { name, capability, proposal, handler } = operation
  if (capability === 'memory.write' && kindOfBank(reach.writes) === 'workspace')
    await spine.store.read(requireOpenGate, reach, name)
  for (;;) {
    try {
      return await handler(call, asked)
    } catch (error) {
      if (proposal === undefined || !isToBeProposed(error)) throw error
      const id = await propose(spine, reach, { operation: name, ...proposal.keeps(call, asked) })
      if (id !== undefined) return proposal.answers(call, asked, id)
    }
  }
}

/** What only an administrator may do concerns the whole store, and so does its failure. */
function logOf({ audience }: Operation, reach: Reach): Reach {
  const isWholeStore = audience.every((one) => one === 'administrator')
  return isWholeStore && reach.actor.audience === 'administrator' ? inBank(reach, STORE_BANK) : reach
}

const AUDIENCES: Readonly<Record<Audience, string>> = {
  user: 'a user',
  agent: 'an agent',
  subagent: 'a subagent',
  administrator: 'an administrator',
}

function requireAudience({ name, audience }: Operation, { reach }: Call): void {
  if (audience.includes(reach.actor.audience)) return
  throw new MemoryError(
    'denied',
    `${name} is not for ${AUDIENCES[reach.actor.audience]}`,
    `it is for: ${audience.join(', ')}`,
  )
}

function parse<I extends z.ZodType>(schema: I, input: unknown, name: string): z.output<I> {
  const parsed = parseInput(closedInput(schema), input)
  if ('input' in parsed) return parsed.input
  throw new MemoryError(
    'invalid_input',
    `${name}: ${sayProblems(parsed.problems)}`,
    'see the operation in docs/operations.md',
  )
}

/** The first; with what is missing, what was given in its place. */
function sayProblems([first, ...rest]: readonly [InputProblem, ...InputProblem[]]): string {
  const where = first.path.slice(0, -1).join('.') // slice-ok: a list
  const instead =
    first.kind === 'missing'
      ? rest.find(({ kind, path }) => kind === 'unknown' && path.join('.') === where)
      : undefined
  return [first, ...(instead === undefined ? [] : [instead])].map(({ text }) => text).join('; ')
}

/** A store that cannot be written cannot keep the refusal either. */
function isStoreTrouble(error: MemoryError): boolean {
  return error.code.startsWith('store_')
}
