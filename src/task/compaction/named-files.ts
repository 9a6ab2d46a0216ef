/** Paths of files that a text names: with a folder, or a name whose ending is one of a program's files. Web addresses are none. */
export function filesInText(text: string): string[] {
  const found = new Set<string>()
  for (const [word] of text.matchAll(WORD)) {
    if (!/[./\\]/.test(word) || word.length > MAX_CHARS || word.includes('://')) continue
    const path = bare(word)
    if (isPath(path)) found.add(path)
  }
  return [...found]
}

/** Paths in the arguments of a tool call: what stands under a name like `file_path`, and what a command or patch names. */
export function filesInArguments(text: string): string[] {
  const parsed = parse(text)
  if (parsed === undefined) return filesInText(text)
  const found = new Set<string>()
  walk(parsed, '', 0, (key, value) => {
    if (PATH_KEY.test(key)) {
      if (value !== '' && value.length <= MAX_CHARS && !value.includes('://')) found.add(value)
    } else if (COMMAND_KEY.test(key)) for (const path of filesInText(value)) found.add(path)
  })
  return [...found]
}

function parse(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    // A model writes no valid JSON at times: then its words are looked at as they are.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function walk(value: unknown, key: string, depth: number, tell: (key: string, value: string) => void): void {
  if (typeof value === 'string') tell(key, value)
  else if (depth < MAX_DEPTH && typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) for (const one of value) walk(one, key, depth + 1, tell)
    else for (const [name, one] of Object.entries(value)) walk(one, name, depth + 1, tell)
  }
}

const MAX_DEPTH = 6
const MAX_CHARS = 400
const WORD = /[^\s"'`<>()[\]{}|,;*，。；！？、（）「」《》【】“”‘’]+/g
const PATH_KEY =
  /^(?:.{0,40}_)?(?:path|paths|file|files|filename|file_?names?)$|(?:Path|File|FileName|Filename)s?$/
const COMMAND_KEY = /^(?:command|cmd|patch|input|script)$/

/** Without `:12:3` behind it, and what ends a sentence. */
function bare(word: string): string {
  return word
    .replace(/^[:=]+/, '')
    .replace(/(?::\d{1,7}){1,2}:?$/, '')
    .replace(/[.:!?=]{1,20}$/, '')
}

function isPath(word: string): boolean {
  const name = word.substring(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1) // slice-ok: at the borders of what was found
  const ending = /.\.([A-Za-z][A-Za-z0-9]{0,9})$/.exec(name)?.[1]
  if (name.length === word.length) return ending !== undefined && ENDINGS.has(ending.toLowerCase())
  if (!/[\p{L}\p{N}]/u.test(word) || word.startsWith('//')) return false
  if (ending !== undefined) return true
  return /^(?:\.{1,2}|~|[A-Za-z]:)[/\\]/.test(word) || /^\/[^/]+\/./.test(word)
}

const ENDINGS: ReadonlySet<string> = new Set(
  (
    'ts tsx mts cts js jsx mjs cjs json jsonl jsonc py ipynb rb go rs java kt kts swift c h cc cpp hpp cs php pl lua r sql ' +
    'sh bash zsh ps1 bat md mdx rst txt csv tsv xml html htm css scss less vue svelte yaml yml toml ini cfg conf env lock ' +
    'log pdf doc docx xls xlsx ppt pptx png jpg jpeg gif svg webp mp3 mp4 wav zip gz tar db sqlite proto graphql tf gradle'
  ).split(' '),
)
