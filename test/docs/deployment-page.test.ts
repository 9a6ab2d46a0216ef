import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.js'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = read('docs/deployment.md')

it('starts the server with flags that it has', () => {
  const serve = commands().find(({ name }) => name === 'serve')
  const known = serve?.fields.map(({ flag }) => `--${flag}`) ?? []
  const lines = [
    ...page.split('\n').filter((line) => / recollect serve /.test(line)),
    /^ExecStart=.+$/m.exec(read('examples/deployment/recollect.service'))?.[0] ?? '',
    /^CMD .+$/m.exec(read('Dockerfile'))?.[0] ?? '',
  ]
  expect(lines).toHaveLength(3)
  for (const line of lines) {
    const flags = line.replace(/^.*?\bserve\b/, '').match(/--[a-z-]+/g) ?? []
    expect(flags.length, line).toBeGreaterThan(0)
    expect(known).toEqual(expect.arrayContaining(flags))
  }
})

it('builds the image from files that are there and that the image may see', () => {
  const seen = read('.dockerignore').match(/(?<=^!).+$/gm) ?? []
  for (const name of seen) if (!name.includes('*')) expect(existsSync(join(root, name)), name).toBe(true)
  for (const needed of ['package.json', 'package-lock.json', 'scripts', 'src', 'web', 'docs', 'examples'])
    expect(seen).toContain(needed)
})

it('shows the proxy as it is shipped', () => {
  expect(page).toContain(`\`\`\`\n${read('examples/deployment/Caddyfile')}\`\`\``)
})
