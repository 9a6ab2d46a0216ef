import { createHash } from 'node:crypto'
import type { EventInput } from '../../operations/transcript-shapes.js'
import type { HookAction, HookPayload } from './payload.js'

/**
 * What a call of a hook adds to the transcript, under keys by which the same call once more adds nothing. `moment`: when it
 * was, where the client does not say it.
 */
export function eventsOf(action: HookAction, payload: HookPayload, moment: string): EventInput[] {
  const { prompt, tool, said, subagent } = payload
  const beside = subagent === undefined ? {} : { sidechain: subagent }
  const keyed = (what: string, ...parts: readonly string[]) => `hook:${what}:${hash([moment, ...parts])}`
  if (action === 'prompt' && prompt !== undefined && prompt.trim() !== '')
    return [{ type: 'message', role: 'user', text: prompt, key: keyed('prompt', prompt), ...beside }]
  if ((action === 'stop' || action === 'response') && said !== undefined && said.trim() !== '')
    // Under one key for both: Cursor tells what was said, and then that it stopped.
    return [{ type: 'message', role: 'assistant', text: said, key: keyed('said', said), ...beside }]
  if (action === 'tool' && tool !== undefined) {
    const { name, input, output, isError, path } = tool
    const callId = tool.id ?? hash([moment, name, input, output])
    const where = path === undefined ? {} : { path }
    return [
      { type: 'tool_call', tool: name, callId, text: input, key: `hook:call:${callId}`, ...where, ...beside },
      {
        type: 'tool_result',
        tool: name,
        callId,
        text: output,
        key: `hook:result:${callId}`,
        ...(isError ? { isError } : {}),
        ...where,
        ...beside,
      },
    ]
  }
  return []
}

function hash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').substring(0, 22) // slice-ok: ASCII
}
