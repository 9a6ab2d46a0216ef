import type { Engine } from '../../src/engine.js'

/** Texts that would run, call home or break out, were they ever anything but text. `{n}` tells the fields apart. */
const payloads = [
  '<script>window.ran={n}</script>',
  '<img src=x onerror="window.ran={n}">',
  '"><svg onload=window.ran={n}>',
  '[a](javascript:window.ran={n}) ![b](http://192.0.2.1/{n}.png)',
  '<style>*{display:none}</style><base href=http://192.0.2.1>',
]

/** One user, and a workspace, in which every field that takes text holds a payload. Answers what was written in all. */
export async function fillWithPayloads(engine: Engine, user: string): Promise<readonly string[]> {
  let count = 0
  const written: string[] = []
  const hostile = () => {
    const text = (payloads[count % payloads.length] ?? '').replaceAll('{n}', String(count))
    count += 1
    written.push(text)
    return text
  }
  const memory = engine.as({ user })
  const all = async (calls: readonly (() => Promise<unknown>)[]) => {
    for (const one of calls) await one()
  }
  const repeated = (call: () => Promise<unknown>) => payloads.map(() => call)
  const session = `session ${hostile()}`

  await all(repeated(() => memory.capture({ text: `I live in Porto ${hostile()}`, tags: ['tag'] })))
  await memory.capture({ text: `My name is ${hostile()}` })
  await all(
    repeated(() =>
      memory.transcriptAppend({
        session,
        channel: hostile(),
        events: [
          { type: 'message', role: 'user', speaker: hostile(), text: `Mia ${hostile()}` },
          { type: 'tool_call', tool: hostile(), callId: `c${count}`, text: hostile() },
          { type: 'tool_result', tool: 'bash', callId: `c${count}`, text: hostile() },
          { type: 'title', text: hostile() },
        ],
      }),
    ),
  )
  await all(
    repeated(() =>
      memory.recordSave({
        name: `r${count} ${hostile()}`,
        description: hostile(),
        type: 'project',
        body: `# ${hostile()}\n\n${hostile()}\n\n| ${hostile()} | b |\n|---|---|\n| c | d |`,
      }),
    ),
  )
  await all(repeated(() => memory.instruct({ action: 'add', text: `Always say ${hostile()}` })))
  await all(
    repeated(() =>
      memory.graphWrite({
        action: 'relate',
        name: `Mia ${hostile()}`,
        type: 'person',
        relation: 'works_at',
        to: `Acme ${hostile()}`,
        purpose: hostile(),
      }),
    ),
  )
  await memory.taskOpen({
    name: hostile(),
    goal: hostile(),
    plan: [{ step: hostile(), status: 'pending' }],
    session,
  })
  await memory.artifactKeep({ text: hostile(), tool: hostile(), session })
  await memory.promptAssemble({ session, ask: hostile(), identity: hostile() })
  await memory.search({ question: hostile() })
  await memory.knowledgeImport({
    files: payloads.map((_, index) => ({
      path: `doc${index}.md`,
      content: `# ${hostile()}\n\n## ${hostile()}\n\n${hostile()}\n`,
    })),
  })
  const workspace = engine.as({ user, workspace: 'hostile' })
  await all(repeated(() => workspace.workspaceNote({ text: `We use ${hostile()}`, type: 'convention' })))
  await engine
    .as({ user: 'me', administrator: true })
    .keyCreate({ name: hostile(), for: user, role: 'reader' })
  return written
}
