import { createInterface } from 'node:readline'
import type { Terminal } from './terminal.js'

/** Asks a person for yes or no, on the notes' side so that results stay clean. End of input is no. */
export function confirm(terminal: Terminal, question: string, byDefault: boolean): Promise<boolean> {
  const lines = createInterface({ input: terminal.input, output: terminal.notes })
  return new Promise((resolve) => {
    lines.once('close', () => resolve(false))
    lines.once('SIGINT', () => {
      terminal.note('')
      lines.close()
    })
    lines.question(`${question} ${byDefault ? '[Y/n]' : '[y/N]'} `, (answer) => {
      resolve(isYes(answer, byDefault))
      lines.close()
    })
  })
}

/** An empty answer is the default; anything that is not a yes is a no. */
export function isYes(answer: string, byDefault: boolean): boolean {
  const word = answer.trim().toLowerCase()
  return word === '' ? byDefault : word === 'y' || word === 'yes'
}
