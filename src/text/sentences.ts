/**
 * The sentences of a text, in order and trimmed. A line ends one; an abbreviation may too: who counts words in them
 * loses little by it.
 *
 * @example sentencesOf('I moved. 我搬家了。现在住在上海') // ['I moved.', '我搬家了。', '现在住在上海']
 */
export function sentencesOf(text: string): string[] {
  return text
    .split(END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

const END = /(?<=[.!?])\s+|\n+|(?<=[。！？])/
