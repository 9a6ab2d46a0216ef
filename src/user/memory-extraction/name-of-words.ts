import { clip } from '../../text/clip.js'
import { disarm } from '../../text/disarm.js'

/** What a record is called after a sentence: its first words, as many as make a name. */
export function nameOfWords(sentence: string): string {
  const line = disarm(sentence).replace(/\s+/g, ' ').replace(EDGES, '').trim()
  if (line.length <= NAME_CHARS) return line === '' ? 'Memory' : line
  const cut = clip(line, NAME_CHARS)
  const space = cut.lastIndexOf(' ')
  return clip(cut, space > NAME_CHARS / 2 ? space : NAME_CHARS)
    .replace(LOOSE_END, '')
    .replace(EDGES, '')
    .trim()
}

const NAME_CHARS = 60
/** Words that ask for another. */
const LOOSE_END =
  /(?:[ ,]+(?:and|or|but|the|a|an|of|to|for|with|in|on|at|by|from|that|which|when|while|where|if|as|than|over|about|into|my|our|their|is|are|was|so|because|especially|including|like|using|I|we)){1,4}$/iu
const EDGES = /^[\p{P}\s]+|[\p{P}\s]+$/gu
