import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Memory, MemoryError, type Operations, openMemory, operations } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

type Name = keyof Operations

/** Every way in which an agent may change what is kept; what reads and answers is not here. */
const attempts: Partial<Record<Name, (id: string, n: number) => unknown>> = {
  capture: (id, n) => ({ text: `a note ${n}`, ...(n % 2 === 0 ? {} : { sources: [id] }) }),
  used: (id) => ({ ids: [id] }),
  graphWrite: (_, n) => ({ action: 'relate', name: 'you', relation: 'uses', to: `Tool ${n}` }),
  merge: () => ({ from: 'worker', all: true }),
  workspaceNote: (_, n) => ({ text: `Port: ${n}`, type: 'convention' }),
  workspacePromote: () => ({}),
  recordSave: (_, n) => ({ name: `Record ${n}`, description: 'mine', type: 'user', body: 'mine' }),
  recordUpdate: () => ({ which: 'Style', body: 'mine' }),
  recordDelete: () => ({ which: 'Style', verify: false }),
  recordRecall: () => ({ request: 'how do we write?' }),
  promptAssemble: (_, n) => ({ ask: `what is port ${n}?` }),
  transcriptAppend: (_, n) => ({
    session: 'a session',
    events: [{ type: 'message', role: 'user', text: `I live in Oslo ${n}.` }],
  }),
  transcriptCompact: () => ({ session: 'a session', force: true }),
  taskOpen: (_, n) => ({ name: `task ${n}`, goal: 'mine' }),
  taskUpdate: (_, n) => ({ task: `task ${n}`, state: 'mine' }),
  taskClose: (_, n) => ({ task: `task ${n}` }),
  artifactKeep: (_, n) => ({ text: `an output ${n}`, session: 'a session' }),
  extract: (_, n) => ({ messages: [{ role: 'user', content: `Remember that I live in Oslo ${n}.` }] }),
  knowledgeAsk: () => ({ question: 'what?' }),
  forget: (id) => ({ id, verify: false }),
  correct: (id, n) => ({ id, text: `I live in Rome ${n}` }),
  retract: (id) => ({ id }),
  pin: (id) => ({ id }),
  junk: () => ({}),
  reflect: () => ({}),
}

it('has every operation by which an agent could change something', () => {
  const changing = (Object.keys(operations) as Name[]).filter((name) => {
    const { audience, effect } = operations[name] as { audience: readonly string[]; effect: string }
    return effect !== 'read' && (audience.includes('agent') || audience.includes('subagent'))
  })
  expect(changing.filter((name) => attempts[name] === undefined)).toEqual([])
})

it('changes a gated workspace by nothing but approvals, whatever agents do', async () => {
  const home = await temporaryFolder()
  const engine = await openMemory({ home, durability: 'normal', zone: 'UTC', embedder: 'off' })
  let runs = 0
  let approvals = 0
  const step = fc.record({
    what: fc.constantFrom('approve', 'decline', ...(Object.keys(attempts) as Name[])),
    n: fc.nat({ max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      runs += 1
      const workspace = `w${runs}`
      const ann = engine.as({ user: 'ann', workspace })
      const agent = engine.as({
        user: 'ann',
        agent: 'helper',
        workspace,
        capabilities: [
          'memory.read',
          'memory.write',
          'memory.forget',
          'knowledge.read',
          'audit.read',
          'admin',
        ],
      })
      const { id } = await ann.capture({ text: 'I live in Lisbon' })
      await ann.recordSave({ name: 'Style', description: 'How we write', type: 'feedback', body: 'Short.' })
      await ann.workspaceGate({ on: true })
      for (const { what, n } of steps) {
        const before = await kept(ann)
        const { proposals } = await ann.workspaceProposals({})
        const chosen = proposals[n % Math.max(1, proposals.length)]
        if (what === 'approve' || what === 'decline') {
          if (chosen === undefined) continue
          const method = what === 'approve' ? ann.workspaceApprove : ann.workspaceDecline
          const item = await method({ ids: [chosen.id] }).then(({ decided }) => decided[0]?.itemId, refused)
          const after = await kept(ann)
          if (item == null) expect(after).toEqual(before)
          else {
            approvals += 1
            expect(after).toContain(item)
          }
          continue
        }
        const method = agent[what] as (input: unknown) => Promise<unknown>
        await method(attempts[what]?.(id, n)).catch(refused)
        expect([what, await kept(ann)]).toEqual([what, before])
      }
      expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    }),
    { numRuns: 12 },
  )
  // Else it would have shown nothing.
  expect(approvals).toBeGreaterThan(0)
  await engine.close()
}, 120_000)

function refused(error: unknown): null {
  if (error instanceof MemoryError) return null
  throw error
}

/** The ids and words of all items, of whatever kind, as an archive has them. */
async function kept(memory: Memory): Promise<string[]> {
  const { lines } = await memory.export({})
  let text = ''
  for await (const line of lines) text += line
  return text
    .split('\n')
    .filter((line) => line.includes('"type":"item"'))
    .flatMap((line) => {
      const { id, text: words } = JSON.parse(line) as { id: string; text: string }
      return [id, words]
    })
    .sort()
}
