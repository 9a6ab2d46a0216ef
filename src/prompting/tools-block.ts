import type { PromptItem } from '../task/prompt/block.js'
import type { PromptTool } from '../task/prompt/prompt-tool.js'
import { clip } from '../text/clip.js'
import { asOneLine } from '../text/one-line.js'
import { type Gathered, plainItem } from './gathered.js'

/** A tool that the caller has. */
export interface GivenTool extends PromptTool {
  /** Its schema enters in any case. */
  readonly isActive?: boolean | undefined
}

/**
 * The tools, in the caller's order: of those in use the schema, which has to be there, of the others the name and a line.
 *
 * @param called names of tools that were called in what the prompt shows
 */
export function toolsBlock(tools: readonly GivenTool[], called: ReadonlySet<string>): Gathered {
  return {
    items: tools.map(({ name, description, schema, isActive }, index): PromptItem => {
      const id = `caller:tool:${index + 1}`
      const line = `- ${name}: ${clip(asOneLine(description), LINE_CHARS)}`
      if (isActive === true || called.has(name)) {
        const tool = { name, description, schema }
        return plainItem(id, line, { as: 'tool', isRequired: true, tool })
      }
      return plainItem(id, line, { as: 'tool' })
    }),
  }
}

const LINE_CHARS = 100
