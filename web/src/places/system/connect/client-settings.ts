/** Programs that reach a server by its address, with a key. */
export const httpClients = ['claude-code', 'cursor', 'codex', 'vscode'] as const

export type HttpClient = (typeof httpClients)[number]

export interface ClientSettings {
  /** What belongs into its file of settings. */
  readonly text: string
  /** Its own command that does it; null where it has none. */
  readonly shell: string | null
}

/** What makes a client use the memory at this address, the key in `RECOLLECT_KEY`: as `recollect init --url` prints it. */
export function settingsOf(client: HttpClient, url: string): ClientSettings {
  return writers[client](url)
}

const writers: Readonly<Record<HttpClient, (url: string) => ClientSettings>> = {
  'claude-code': (url) => ({
    text: json({
      mcpServers: {
        recollect: { type: 'http', url, headers: { Authorization: bearer('RECOLLECT_KEY') } },
      },
    }),
    shell: `claude mcp add --transport http --scope user recollect ${quoted(url)} --header 'Authorization: ${bearer('RECOLLECT_KEY')}'`,
  }),
  cursor: (url) => ({
    text: json({
      mcpServers: { recollect: { url, headers: { Authorization: bearer('env:RECOLLECT_KEY') } } },
    }),
    shell: null,
  }),
  codex: (url) => ({
    text: `[mcp_servers.recollect]\nurl = ${JSON.stringify(url)}\nbearer_token_env_var = "RECOLLECT_KEY"`,
    shell: `codex mcp add recollect --url ${quoted(url)} --bearer-token-env-var RECOLLECT_KEY`,
  }),
  vscode: (url) => ({
    text: json({
      inputs: [
        { type: 'promptString', id: 'recollect-key', description: 'API key of Recollect', password: true },
      ],
      servers: {
        recollect: { type: 'http', url, headers: { Authorization: bearer('input:recollect-key') } },
      },
    }),
    shell: null,
  }),
}

/** The client puts the key in when it asks. */
function bearer(variable: string): string {
  return `Bearer \${${variable}}`
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** A word of a shell: quoted where it needs to be. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
