import { type ClientConfig, clientConfig, type McpClient, quoted } from './client-config.js'

/** Clients that reach a server by its address, with a key. Claude Desktop starts programs alone. */
export const httpClients = [
  'claude-code',
  'cursor',
  'codex',
  'vscode',
] as const satisfies readonly McpClient[]

export type HttpClient = (typeof httpClients)[number]

/** Where a client looks for the key: in no file of settings, which are shared and backed up. */
export const KEY_VARIABLE = 'RECOLLECT_KEY'

/** What makes an MCP client use the memory that a server keeps at this address. */
export function httpClientConfig(
  client: HttpClient,
  url: string,
  platform: NodeJS.Platform = process.platform,
): ClientConfig {
  const { title, file, format } = clientConfig(client, { command: '', args: [] }, platform)
  return { title, file, format, ...writers[client](url, platform) }
}

const NAME = 'recollect'
const VSCODE_INPUT = 'recollect-key'

const writers: Readonly<
  Record<HttpClient, (url: string, platform: NodeJS.Platform) => Pick<ClientConfig, 'text' | 'shell'>>
> = {
  'claude-code': (url, platform) => {
    const header = `Bearer \${${KEY_VARIABLE}}`
    const words = ['claude', 'mcp', 'add', '--transport', 'http', '--scope', 'user', NAME, url, '--header']
    return {
      text: json({ mcpServers: { [NAME]: { type: 'http', url, headers: { Authorization: header } } } }),
      shell: [...words, `Authorization: ${header}`].map((word) => quoted(word, platform)).join(' '),
    }
  },
  cursor: (url) => ({
    text: json({
      mcpServers: { [NAME]: { url, headers: { Authorization: `Bearer \${env:${KEY_VARIABLE}}` } } },
    }),
    shell: null,
  }),
  codex: (url, platform) => ({
    text: [
      `[mcp_servers.${NAME}]`,
      `url = ${JSON.stringify(url)}`,
      `bearer_token_env_var = "${KEY_VARIABLE}"`,
    ].join('\n'),
    shell: ['codex', 'mcp', 'add', NAME, '--url', url, '--bearer-token-env-var', KEY_VARIABLE]
      .map((word) => quoted(word, platform))
      .join(' '),
  }),
  // It asks for the key once, and keeps it where the system keeps secrets.
  vscode: (url) => ({
    text: json({
      inputs: [
        { type: 'promptString', id: VSCODE_INPUT, description: 'API key of Recollect', password: true },
      ],
      servers: {
        [NAME]: { type: 'http', url, headers: { Authorization: `Bearer \${input:${VSCODE_INPUT}}` } },
      },
    }),
    shell: null,
  }),
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
