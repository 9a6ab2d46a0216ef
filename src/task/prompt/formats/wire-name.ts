import { clip } from '../../../text/clip.js'

/** The name of a tool as every provider takes it. */
export function wireName(tool: string): string {
  return clip(tool.replace(/[^A-Za-z0-9_-]/g, '_'), 64) || 'tool'
}

/** The arguments of a call as an object, which providers ask for; what a model wrote badly stays readable in one field. */
export function wireArguments(input: string): Readonly<Record<string, unknown>> {
  if (input.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(input)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return { input }
}
