import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clientConfig, mcpClients, type ServerCommand } from '../../src/cli/client-config.js'
import { httpClientConfig, httpClients } from '../../src/cli/http-client-config.js'
import { memoryTools, usersOperation } from '../../src/tools/tool.js'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'mcp.md'), 'utf8')

/** Where a global installation on macOS puts things. */
const server: ServerCommand = {
  command: '/usr/local/bin/node',
  args: ['/usr/local/lib/node_modules/recollect/dist/bin/recollect.js', 'mcp'],
}

describe('docs/mcp.md', () => {
  it.each(mcpClients)('shows the settings of %s as init writes them, and no others', (client) => {
    const { title, format, text, shell } = clientConfig(client, server, 'darwin')
    expect(blocksUnder(title)).toEqual([[format, text], ...(shell === null ? [] : [['sh', shell]])])
  })

  it.each(httpClients)('shows the settings of %s for a server over HTTP, and no key in them', (client) => {
    const { title, format, text, shell } = httpClientConfig(client, 'http://127.0.0.1:4114/mcp', 'darwin')
    expect(blocksUnder(`${title} over HTTP`)).toEqual([
      [format, text],
      ...(shell === null ? [] : [['sh', shell]]),
    ])
    if (format === 'json') expect(JSON.parse(text)).toBeTypeOf('object')
  })

  it('says where each system keeps them', () => {
    const systems = ['darwin', 'linux', 'win32'] as const
    for (const client of mcpClients) {
      const configs = systems.map((system) => clientConfig(client, server, system))
      expect(page).toContain(
        `| ${configs[0]?.title} | ${configs.map(({ file }) => `\`${file}\``).join(' | ')} |\n`,
      )
    }
  })

  it('lists every tool', () => {
    const rows = [...page.matchAll(/^\| `([a-z]+_\w+)` \| (.+) \|$/gm)].map(([, name, title]) => ({
      name,
      title,
    }))
    expect(rows).toEqual(memoryTools().map(({ listing: { name, title } }) => ({ name, title })))
  })

  it('says which tools need a flag, and which commands are no tools', () => {
    const [, forgets = '', writes = '', users = ''] =
      /Without `--allow-forget` there is no (.+?)\. .*?those that write: (.+?)\. .*?no tool at all \((.+?) …\)/.exec(
        page,
      ) ?? []
    const namesIn = (text: string) => [...text.matchAll(/`(?:recollect )?([\w-]+)`/g)].map(([, name]) => name)
    const withCapability = (capability: string) =>
      memoryTools()
        .filter(({ operation }) => operation.capability === capability)
        .map(({ listing }) => listing.name)
    expect(namesIn(forgets)).toEqual(withCapability('memory.forget'))
    expect(namesIn(writes)).toEqual(withCapability('memory.write'))
    const tools = memoryTools().map(({ listing }) => listing.name)
    for (const command of namesIn(users)) {
      const operation = usersOperation(`memory_${command?.replace('-fact', '').replaceAll('-', '_')}`)
      expect(operation?.example).toContain(`recollect ${command}`)
      expect(tools).not.toContain(operation?.name.replaceAll('.', '_'))
    }
  })
})

function blocksUnder(heading: string): (string | undefined)[][] {
  const section = new RegExp(`\\n### ${heading}\\n([\\s\\S]*?)\\n##`).exec(page)?.[1] ?? ''
  return [...section.matchAll(/```(\w+)\n([\s\S]*?)\n```/g)].map(([, language, code]) => [language, code])
}
