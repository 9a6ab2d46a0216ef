import type { Command } from './command.js'
import { inCommands } from './two-words.js'

/** An operation speaks of fields and operations, in its description and its errors; a person types flags and commands. */
export function inTerminalWords(text: string, { fields, main }: Pick<Command, 'fields' | 'main'>): string {
  const typed = (all: string, name: string): string => {
    if (name === main?.field) return main.placeholder
    const field = fields.find((candidate) => candidate.name === name)
    return field === undefined ? (INSTEAD.get(name) ?? all) : `--${field.flag}`
  }
  return inCommands(text)
    .replace(/`(\w+)`(?:: true\b)?/g, typed)
    .replace(/\b([a-z]+[A-Z]\w*)\b/g, typed)
    .replace(/\bmemory\.(\w+)/g, (_, name: string) => `recollect ${name.replaceAll('_', '-')}`)
}

/** Flags of a command that stand for a field of its operation. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['maxBytes', '--max-mb'],
  ['maxTotalBytes', '--max-total-mb'],
  ['plan', '--step'],
])
