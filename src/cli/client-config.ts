/** The programs whose settings we know how to write. */
export const mcpClients = ['claude-code', 'claude-desktop', 'cursor', 'codex', 'vscode'] as const

export type McpClient = (typeof mcpClients)[number]

/** How the memory server is started. Absolute paths: a client started from a dock has no shell's PATH. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export interface ClientConfig {
  /** As people call it. */
  readonly title: string
  /** Where it goes, as a person would type it: `~` and `%APPDATA%` are left to the reader. */
  readonly file: string
  readonly format: 'json' | 'toml'
  /** What the file says; what else it holds stays, and the entry goes beside it. */
  readonly text: string
  /** A command of the client's own that writes the same; null where it has none. */
  readonly shell: string | null
}

/** What makes an MCP client start Recollect as its memory, for all of a person's projects. */
export function clientConfig(
  client: McpClient,
  server: ServerCommand,
  platform: NodeJS.Platform = process.platform,
): ClientConfig {
  return { ...writers[client](server, platform), file: files[client](platform) }
}

const NAME = 'recollect'

const files: Readonly<Record<McpClient, (platform: NodeJS.Platform) => string>> = {
  'claude-code': (platform) => inHome('.claude.json', platform),
  'claude-desktop': (platform) => inSettings(['Claude', 'claude_desktop_config.json'], platform),
  cursor: (platform) => inHome('.cursor/mcp.json', platform),
  codex: (platform) => inHome('.codex/config.toml', platform),
  vscode: (platform) => inSettings(['Code', 'User', 'mcp.json'], platform),
}

const writers: Readonly<
  Record<McpClient, (server: ServerCommand, platform: NodeJS.Platform) => Omit<ClientConfig, 'file'>>
> = {
  'claude-code': (server, platform) => ({
    title: 'Claude Code',
    format: 'json',
    text: json({ mcpServers: { [NAME]: { type: 'stdio', ...entry(server) } } }),
    // --env takes all words up to the next option, so it must not stand before the name.
    shell: shellLine(
      ['claude', 'mcp', 'add', ...envFlags(server), '--scope', 'user', NAME, '--'],
      server,
      platform,
    ),
  }),
  'claude-desktop': (server) => ({
    title: 'Claude Desktop',
    format: 'json',
    text: json({ mcpServers: { [NAME]: entry(server) } }),
    shell: null,
  }),
  cursor: (server) => ({
    title: 'Cursor',
    format: 'json',
    text: json({ mcpServers: { [NAME]: { type: 'stdio', ...entry(server) } } }),
    shell: null,
  }),
  codex: (server, platform) => ({
    title: 'Codex',
    format: 'toml',
    text: toml(server),
    shell: shellLine(['codex', 'mcp', 'add', NAME, ...envFlags(server), '--'], server, platform),
  }),
  vscode: (server, platform) => ({
    title: 'VS Code',
    format: 'json',
    text: json({ servers: { [NAME]: { type: 'stdio', ...entry(server) } } }),
    shell: `code --add-mcp ${quoted(JSON.stringify({ name: NAME, ...entry(server) }), platform)}`,
  }),
}

function entry({ command, args, env }: ServerCommand): ServerCommand {
  return { command, args, ...(env === undefined ? {} : { env }) }
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** A JSON string is a TOML basic string, but for DEL, which no path of ours has. */
function toml({ command, args, env }: ServerCommand): string {
  const pairs = Object.entries(env ?? {}).map(
    ([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`,
  )
  return [
    `[mcp_servers.${NAME}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
    ...(pairs.length === 0 ? [] : [`env = { ${pairs.join(', ')} }`]),
  ].join('\n')
}

function envFlags({ env }: ServerCommand): string[] {
  return Object.entries(env ?? {}).flatMap(([name, value]) => ['--env', `${name}=${value}`])
}

function shellLine(
  first: readonly string[],
  { command, args }: ServerCommand,
  platform: NodeJS.Platform,
): string {
  return [...first, command, ...args].map((word) => quoted(word, platform)).join(' ')
}

/** A word as a shell of this platform takes it. */
export function quoted(word: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word) && (platform === 'win32' || !word.includes('\\'))) return word
  return platform === 'win32' ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", "'\\''")}'`
}

function inHome(path: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `%USERPROFILE%\\${path.replaceAll('/', '\\')}` : `~/${path}`
}

function inSettings(path: readonly string[], platform: NodeJS.Platform): string {
  if (platform === 'win32') return ['%APPDATA%', ...path].join('\\')
  return ['~', ...(platform === 'darwin' ? ['Library', 'Application Support'] : ['.config']), ...path].join(
    '/',
  )
}
