import { describe, expect, it } from 'vitest'
import { clientConfig, mcpClients, type ServerCommand } from './client-config.js'

const server: ServerCommand = {
  command: '/usr/bin/node',
  args: ['/opt/my tools/recollect/dist/bin/recollect.js', 'mcp', '--user', "o'neill"],
  env: { RECOLLECT_HOME: 'C:\\memory "two"' },
}

describe('the settings of a client', () => {
  it.each(mcpClients.filter((client) => client !== 'codex'))(
    '%s get JSON that says what was given',
    (client) => {
      const parsed = JSON.parse(clientConfig(client, server, 'linux').text)
      const servers = client === 'vscode' ? parsed.servers : parsed.mcpServers
      expect(servers.recollect).toMatchObject(server)
      expect(Object.keys(parsed)).toHaveLength(1)
    },
  )

  it('are TOML for Codex, with every string quoted', () => {
    expect(clientConfig('codex', server, 'linux').text).toBe(
      [
        '[mcp_servers.recollect]',
        'command = "/usr/bin/node"',
        'args = ["/opt/my tools/recollect/dist/bin/recollect.js", "mcp", "--user", "o\'neill"]',
        'env = { "RECOLLECT_HOME" = "C:\\\\memory \\"two\\"" }',
      ].join('\n'),
    )
  })

  it('leave out an environment that was not given', () => {
    const { env: _, ...plain } = server
    for (const client of mcpClients) expect(clientConfig(client, plain, 'darwin').text).not.toContain('env')
  })

  it('are found where each system keeps them', () => {
    const filesOn = (platform: NodeJS.Platform) =>
      Object.fromEntries(mcpClients.map((client) => [client, clientConfig(client, server, platform).file]))
    expect(filesOn('darwin')).toEqual({
      'claude-code': '~/.claude.json',
      'claude-desktop': '~/Library/Application Support/Claude/claude_desktop_config.json',
      cursor: '~/.cursor/mcp.json',
      codex: '~/.codex/config.toml',
      vscode: '~/Library/Application Support/Code/User/mcp.json',
    })
    expect(filesOn('win32')).toEqual({
      'claude-code': '%USERPROFILE%\\.claude.json',
      'claude-desktop': '%APPDATA%\\Claude\\claude_desktop_config.json',
      cursor: '%USERPROFILE%\\.cursor\\mcp.json',
      codex: '%USERPROFILE%\\.codex\\config.toml',
      vscode: '%APPDATA%\\Code\\User\\mcp.json',
    })
    expect(filesOn('linux')['vscode']).toBe('~/.config/Code/User/mcp.json')
  })

  it('can be typed into a shell where the client has a command, whatever stands in a path', () => {
    expect(clientConfig('claude-code', server, 'linux').shell).toBe(
      `claude mcp add --env 'RECOLLECT_HOME=C:\\memory "two"' --scope user recollect -- /usr/bin/node ` +
        `'/opt/my tools/recollect/dist/bin/recollect.js' mcp --user 'o'\\''neill'`,
    )
    expect(
      clientConfig(
        'codex',
        { command: 'C:\\Program Files\\node.exe', args: ['C:\\r\\main.js', 'mcp'] },
        'win32',
      ).shell,
    ).toBe('codex mcp add recollect -- "C:\\Program Files\\node.exe" C:\\r\\main.js mcp')
    expect(clientConfig('cursor', server, 'linux').shell).toBeNull()
  })
})
