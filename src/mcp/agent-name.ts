import { clip } from '../text/clip.js'

/**
 * How the audit log names the agent behind a client that calls itself so. A client may call itself anything: what
 * could pass for another actor's line, or steer a terminal, does not get there.
 */
export function agentName(clientName: unknown): string {
  const usable = clip(typeof clientName === 'string' ? clientName : '', AGENT_NAME_CHARS).replace(
    /[^\p{L}\p{N}._@-]+/gu,
    '-',
  )
  return /[\p{L}\p{N}]/u.test(usable) ? usable : 'mcp-client'
}

const AGENT_NAME_CHARS = 64
