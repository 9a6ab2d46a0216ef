import type { Operation } from '../operations/operation.js'
import type { RouteCall } from './route.js'

/**
 * What an operation streams, as a file to keep. What it says beside that is known before, and stands in a header, as JSON of
 * ASCII alone.
 */
export function attachment(
  operation: Operation,
  field: string,
  output: unknown,
  call: Pick<RouteCall, 'fail' | 'cut'>,
): Response {
  const { [field]: lines, ...rest } = output as Record<string, unknown>
  const name = operation.name.replace(/[._]/g, '-')
  return new Response(
    ReadableStream.from(bytesOf(lines as AsyncIterable<string>, call)) as ReadableStream<Uint8Array>,
    {
      headers: {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': `attachment; filename="${name}.jsonl"`,
        'cache-control': 'no-store',
        'recollect-output': asciiJson(rest),
      },
    },
  )
}

async function* bytesOf(
  lines: AsyncIterable<string>,
  { fail, cut }: Pick<RouteCall, 'fail' | 'cut'>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  try {
    for await (const line of lines) yield encoder.encode(line)
  } catch (error) {
    // Not thrown on: whoever wrote the bytes would print it, and it may quote a memory.
    fail(error)
    cut()
  }
}

/** A header holds no other characters, and JSON needs none. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
