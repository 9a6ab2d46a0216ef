import { clip } from '../../text/clip.js'
import { resultOf } from '../content-blocks.js'
import { objectOf, textOf } from '../json-field.js'

export interface CodexOutput {
  readonly text: string
  readonly isError: boolean
}

/** What a tool of Codex put out: a text, JSON with text and exit code, or blocks. */
export function readOutput(output: unknown): CodexOutput {
  const fields = objectOf(output) ?? (typeof output === 'string' ? enveloped(output) : undefined)
  if (fields !== undefined) {
    const text = textOf(fields['output']) ?? resultOf(fields['content'])
    const code = objectOf(fields['metadata'])?.['exit_code']
    const failed = (typeof code === 'number' && code !== 0) || fields['success'] === false
    return { text, isError: failed }
  }
  const text = resultOf(output)
  const code = /^(?:Exit code:|Process exited with code) (-?\d{1,10})$/m.exec(clip(text, 500))?.[1]
  return { text, isError: code !== undefined && Number(code) !== 0 }
}

function enveloped(output: string): ReturnType<typeof objectOf> {
  if (!output.startsWith('{"output":')) return undefined
  try {
    return objectOf(JSON.parse(output))
  } catch (error) {
    // A tool may print what looks like it.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
