import { createInterface } from 'node:readline'
import type { Terminal } from './terminal.js'

/** Asks a person for a yes. All else is no, the end of input too. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  return isYes((await ask(terminal, `${question} [y/N] `)) ?? '', false)
}

/** Asks a person for a line, on the notes' side so that results stay clean. Undefined when they leave. */
export function ask(terminal: Terminal, question: string): Promise<string | undefined> {
  const lines = createInterface({ input: terminal.input, output: terminal.notes })
  return new Promise((resolve) => {
    lines.once('close', () => resolve(undefined))
    lines.once('SIGINT', () => {
      terminal.note('')
      lines.close()
    })
    lines.question(question, (answer) => {
      resolve(answer)
      lines.close()
    })
  })
}

/** An empty answer is the default; anything that is not a yes is a no. */
export function isYes(answer: string, byDefault: boolean): boolean {
  const word = answer.trim().toLowerCase()
  return word === '' ? byDefault : word === 'y' || word === 'yes'
}
