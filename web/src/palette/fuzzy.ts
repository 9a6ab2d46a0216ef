/**
 * How well typed letters fit a name: 0 for not at all. All letters have to be there in their order; those that begin a
 * word, and those that follow one another, count most.
 */
export function fuzzy(typed: string, name: string): number {
  const wanted = typed.toLowerCase().replace(/\s+/g, '')
  if (wanted === '') return 1
  const letters = name.toLowerCase()
  let score = 0
  let at = -1
  for (const letter of wanted) {
    const next = bestPlace(letters, letter, at + 1)
    if (next === -1) return 0
    score += next === at + 1 ? 3 : beginsWord(letters, next) ? 2 : 0.5
    at = next
  }
  // Of two that fit alike, the shorter one.
  return score + wanted.length / (letters.length + 1)
}

/** Whether every word that was typed begins one of the name. */
export function hasWords(typed: string, name: string): boolean {
  const parts = name.toLowerCase().split(/[\s._/-]+/)
  return typed
    .toLowerCase()
    .split(/[\s._/-]+/)
    .filter((word) => word !== '')
    .every((word) => parts.some((part) => part.startsWith(word)) || (isHan.test(word) && name.includes(word)))
}

/** Chinese words are not divided. */
const isHan = /\p{Script=Han}/u

/** The next place that goes on or begins a word, else the next at all. */
function bestPlace(letters: string, letter: string, from: number): number {
  const first = letters.indexOf(letter, from)
  for (let at = first; at !== -1; at = letters.indexOf(letter, at + 1)) {
    if (at === from || beginsWord(letters, at)) return at
  }
  return first
}

function beginsWord(letters: string, at: number): boolean {
  return at === 0 || /[\s._/-]/.test(letters[at - 1] ?? '')
}
