import { createInterface } from 'node:readline'
import type { Terminal } from './terminal.js'

/** Asks a person for a yes, on the notes' side so that results stay clean. All else is no, end of input too. */
export function confirm(terminal: Terminal, question: string): Promise<boolean> {
  const lines = createInterface({ input: terminal.input, output: terminal.notes })
  return new Promise((resolve) => {
    lines.once('close', () => resolve(false))
    lines.once('SIGINT', () => {
      terminal.note('')
      lines.close()
    })
    lines.question(`${question} [y/N] `, (answer) => {
      resolve(isYes(answer, false))
      lines.close()
    })
  })
}

/** An empty answer is the default; anything that is not a yes is a no. */
export function isYes(answer: string, byDefault: boolean): boolean {
  const word = answer.trim().toLowerCase()
  return word === '' ? byDefault : word === 'y' || word === 'yes'
}
