const TELLING = ['command', 'cmd', 'path', 'file_path', 'pattern', 'query', 'question', 'url', 'name']
const READ_CHARS = 100_000

/** What a tool was asked, in one line: of arguments that are JSON what tells the most, else as they are. */
export function callLine(args: string): string {
  const given = readObject(args)
  if (given === undefined) return oneLine(args)
  const texts = new Map(Object.entries(given).filter(([, value]) => typeof value === 'string'))
  const key = TELLING.find((name) => texts.has(name)) ?? texts.keys().next().value
  const told = key === undefined ? undefined : texts.get(key)
  return oneLine(typeof told === 'string' && told !== '' ? told : args)
}

/** Arguments as they are read best: JSON with its lines, all else as it is. */
export function callText(args: string): string {
  const given = readObject(args)
  return given === undefined ? args : JSON.stringify(given, null, 2)
}

function readObject(text: string): object | undefined {
  if (text.length > READ_CHARS || !text.trimStart().startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function oneLine(text: string): string {
  return text.slice(0, 400).replace(/\s+/g, ' ').trim()
}
