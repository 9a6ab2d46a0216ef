/** The tags that a person typed, divided by spaces or commas, with or without #; each once. */
export function tagsIn(text: string): readonly string[] {
  const words = text.split(/[\s,，、;；]+/).map((word) => word.replace(/^[#＃]+/, ''))
  return [...new Set(words.filter((word) => word !== ''))]
}
