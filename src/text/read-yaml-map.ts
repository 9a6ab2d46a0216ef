import type { Document, YAMLMap } from 'yaml'
import { FRONT_MATTER_MAX_CHARS } from './front-matter-block.js'

/** What YAML from outside says, or why it is not read. */
export type YamlMap =
  | {
      readonly state: 'map'
      /** Null where there are only spaces and comments. */
      readonly map: YAMLMap | null
      readonly document: Document.Parsed
      /** The line of a place, from 1. */
      readonly lineOf: (at: number | undefined) => number
    }
  /** It is YAML, and something else than fields. */
  | { readonly state: 'other' }
  | { readonly state: 'bad'; readonly line: number; readonly detail: string }

/**
 * Reads YAML that may be hostile: bounded, by the core schema (`yes` and dates are text), without aliases, so that
 * nothing small becomes large.
 */
export async function readYamlMap(yaml: string): Promise<YamlMap> {
  // Loaded only where a text has some: most have none.
  return readYamlMapWith(await import('yaml'), yaml)
}

/** {@link readYamlMap} at once, with the library already loaded. */
export function readYamlMapWith(
  { isMap, LineCounter, parseDocument, visit }: typeof import('yaml'),
  yaml: string,
): YamlMap {
  if (yaml.length > FRONT_MATTER_MAX_CHARS)
    return { state: 'bad', line: 1, detail: `longer than ${FRONT_MATTER_MAX_CHARS} characters` }
  const counter = new LineCounter()
  const lineOf = (at: number | undefined) => counter.linePos(at ?? 0).line
  try {
    const document = parseDocument(yaml, {
      schema: 'core',
      logLevel: 'silent',
      prettyErrors: false,
      lineCounter: counter,
      keepSourceTokens: true,
    })
    const { contents } = document
    const [error] = document.errors
    // Text between two drawn lines is YAML by accident, or not at all.
    if (error === undefined && contents !== null && !isMap(contents)) return { state: 'other' }
    if (error !== undefined) return { state: 'bad', line: lineOf(error.pos[0]), detail: error.message }
    let alias: number | undefined
    visit(document, {
      Alias(_, node) {
        alias ??= node.range?.[0] ?? 0
      },
    })
    if (alias !== undefined)
      return { state: 'bad', line: lineOf(alias), detail: 'an alias (*name) is not read' }
    return { state: 'map', map: contents as YAMLMap | null, document, lineOf }
  } catch (error) {
    if (error instanceof RangeError) return { state: 'bad', line: 1, detail: 'nested too deep' }
    throw error
  }
}
