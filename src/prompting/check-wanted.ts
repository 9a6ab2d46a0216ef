import { MemoryError } from '../errors.js'
import { wireName } from '../task/prompt/formats/wire-name.js'
import type { PromptWanted } from './prompt-wanted.js'

/** Throws `invalid_input` where what is wanted is no prompt that a provider takes. */
export function checkWanted({ ask, blocks, tools }: PromptWanted): void {
  if (ask !== undefined && ask.trim() === '')
    throw new MemoryError(
      'invalid_input',
      'nothing is asked: `ask` is blank',
      'give what is asked, or leave it out',
    )
  if (blocks.current_turn?.isOff === true)
    throw new MemoryError(
      'invalid_input',
      'the block current_turn cannot be left out: a prompt ends with what is asked',
      'take `off` from it',
    )
  const names = new Map<string, string>()
  for (const { name } of tools) {
    const sent = wireName(name)
    const other = names.get(sent)
    if (other !== undefined)
      throw new MemoryError(
        'invalid_input',
        `the tools ${other} and ${name} are both ${sent} to a provider`,
        'give them names that differ in letters, digits, _ and -',
      )
    names.set(sent, name)
  }
}
