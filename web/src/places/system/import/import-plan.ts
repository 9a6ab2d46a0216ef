import type { GivenFile } from '../../../files/dropped-files.js'

/** One file of an import, and what it is told beside its content. */
export interface PlannedFile {
  readonly file: GivenFile
  /** The conversation that it belongs to, where its folder says so. */
  readonly session: string | undefined
}

export interface ImportPlan {
  /** In this order: notes come last, so that it is known by then which of them are an agent's. */
  readonly files: readonly PlannedFile[]
  /** Files of an export that say who is who. */
  readonly names: readonly GivenFile[]
  /** What is not sent, by reason. */
  readonly leftOut: ReadonlyMap<'media' | 'page' | 'tool', number>
}

/** What of the given files is sent, and how: what each is, the server tells by its content. */
export function planImport(given: readonly GivenFile[]): ImportPlan {
  const slackRoots = new Set(given.flatMap(({ path }) => (isDay(path) ? [folderOf(folderOf(path))] : [])))
  const names: GivenFile[] = []
  const files: PlannedFile[] = []
  const notes: PlannedFile[] = []
  const leftOut = new Map<'media' | 'page' | 'tool', number>()
  for (const file of given) {
    const { path } = file
    const reason = reasonAgainst(path)
    if (reason !== undefined) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
    else if (NAMES.has(nameOf(path)) && slackRoots.has(folderOf(path))) names.push(file)
    else if (isNote(path)) notes.push({ file, session: undefined })
    else files.push({ file, session: isDay(path) ? nameOf(folderOf(path)) : undefined })
  }
  return { files: [...files, ...notes], names, leftOut }
}

/** Whether a note lies beside the sessions of an agent, which then wrote it. */
export function isBesideAgent(path: string, agentFolders: ReadonlySet<string>): boolean {
  if (!isNote(path)) return false
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (agentFolders.has(folder)) return true
    if (folder === '') return false
  }
}

/** '' for what lies at the top. */
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/')
  return at === -1 ? '' : path.substring(0, at)
}

/** Who is who in an export of Slack: its users, and its lists of channels. What is something else gives nobody. */
export function peopleIn(texts: readonly string[]): { id: string; names: string[] }[] {
  const people = new Map<string, string[]>()
  for (const one of texts.flatMap(rowsOf)) {
    const profile = fieldsOf(one['profile'])
    const names = [profile['display_name'], profile['real_name'], one['real_name'], one['name']].flatMap(
      (name) =>
        typeof name === 'string' && name.trim() !== '' && name.length <= NAME_MAX ? [name.trim()] : [],
    )
    const [id, team] = [one['id'], one['team_id']]
    if (typeof id === 'string' && names.length > 0) people.set(id, [...new Set(names)])
    if (typeof team === 'string') people.set(team, [team])
  }
  return [...people].map(([id, names]) => ({ id, names }))
}

const NAME_MAX = 256
const NAMES: ReadonlySet<string> = new Set([
  'users.json',
  'org_users.json',
  'channels.json',
  'groups.json',
  'dms.json',
  'mpims.json',
])
const MEDIA = /\.(png|jpe?g|gif|webp|svg|heic|ico|mp[34]|m4a|mov|webm|ogg|opus|wav|pdf|dat|woff2?|zip|db)$/i
const PAGE = /\.(html?|css|m?js)$/i
const TOOL_RESULT = /(?:^|\/)[0-9a-f]{8}-[0-9a-f-]{27}\/tool-results\/[^/]+$/

function reasonAgainst(path: string): 'media' | 'page' | 'tool' | undefined {
  if (TOOL_RESULT.test(path)) return 'tool'
  if (MEDIA.test(path)) return 'media'
  return PAGE.test(path) ? 'page' : undefined
}

/** A day of a channel in an export of Slack: `general/2026-03-01.json`. */
function isDay(path: string): boolean {
  return /\/\d{4}-\d{2}-\d{2}\.json$/.test(path)
}

function isNote(path: string): boolean {
  return /\.(md|markdown|mdx)$/i.test(path)
}

function nameOf(path: string): string {
  return path.substring(path.lastIndexOf('/') + 1)
}

function rowsOf(text: string): Readonly<Record<string, unknown>>[] {
  try {
    const told: unknown = JSON.parse(text)
    return Array.isArray(told) ? told.map(fieldsOf) : []
  } catch {
    return []
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
