// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// An agent on the AI SDK with a memory: it recalls before each call, records after it, and has memory's tools. It speaks
// with the model at AGENT_URL (like http://127.0.0.1:11434/v1, with AGENT_MODEL), else with a scripted one, so that it
// runs anywhere. Run it in a clone: npm run setup && node examples/agent.mjs

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, stepCountIs, wrapLanguageModel } from 'ai'
import { openMemory } from 'recollect'
import { memoryInstructions, memoryMiddleware, memoryTools } from 'recollect/ai-sdk'

const scripted = process.env.AGENT_URL === undefined ? await startScriptedModel() : undefined
const { AGENT_URL: baseURL = scripted?.url, AGENT_MODEL: modelId = 'scripted' } = process.env
const model = createOpenAICompatible({ name: 'local', baseURL })(modelId)

const home = await mkdtemp(join(tmpdir(), 'recollect-agent-'))
const engine = await openMemory({ home, embedder: 'off' })
const ann = engine.as({ user: 'ann' })
// What the user types are her own words; what the model writes through tools is the agent's.
const tools = memoryTools(engine.as({ user: 'ann', agent: 'example' }), {
  only: ['memory_search', 'memory_capture'],
})

async function ask(session, prompt) {
  const remembering = wrapLanguageModel({ model, middleware: memoryMiddleware(ann, { session }) })
  const { text } = await generateText({
    model: remembering,
    system: memoryInstructions,
    tools,
    stopWhen: stepCountIs(5),
    prompt,
  })
  console.log(`${session}  ${prompt}\n        ${text}`)
}

await ask('monday', 'I moved to Lisbon in March.')
await ask('friday', 'Where do I live now?')

const { events } = await ann.transcriptRead({ session: 'friday' })
console.log(events.map(({ type, tool, role }) => tool ?? `${role} ${type}`).join(' · '))
await engine.close()
scripted?.close()
await rm(home, { recursive: true })

/** Speaks OpenAI's chat completions: looks a question up, and answers with the first line that was found. */
async function startScriptedModel() {
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    const { messages } = JSON.parse(Buffer.concat(chunks).toString())
    const last = messages.at(-1)
    const said = typeof last.content === 'string' ? last.content : last.content.at(-1).text
    const looksUp = last.role === 'user' && said.endsWith('?')
    const quoted = [...said.matchAll(/^> (.*)$/gm)].map(([, line]) => line)
    const found = quoted.find((line) => !line.endsWith('?')) ?? 'nothing that I know of'
    const call = { name: 'memory_search', arguments: JSON.stringify({ question: said }) }
    const message = looksUp
      ? { role: 'assistant', tool_calls: [{ id: 'call_1', type: 'function', function: call }] }
      : { role: 'assistant', content: last.role === 'tool' ? `You said: ${found}` : 'I will remember that.' }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ choices: [{ index: 0, message, finish_reason: looksUp ? 'tool_calls' : 'stop' }] }),
    )
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close: () => server.close() }
}
