/** Tells of each line of Markdown, from the first on, whether it is code between fences; the fences count as code. */
export function createCodeLines(): (line: string) => boolean {
  let open: string | undefined
  return (line) => {
    const [, marks, rest = ''] = FENCE.exec(line) ?? []
    if (open === undefined) {
      // What is closed on its own line is code within a text.
      if (marks === undefined || (marks.startsWith('`') && rest.includes('`'))) return false
      open = marks
      return true
    }
    if (marks?.startsWith(open) === true && rest.trim() === '') open = undefined
    return true
  }
}

// In a list it stands as far in as the list does.
const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/
