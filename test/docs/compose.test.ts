import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { globalFlags } from '../../src/cli/arguments/global-flags.js'
import { commands } from '../../src/cli/commands.js'
import { temporaryFolder } from '../open-spine.js'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = read('docs/deployment.md')

interface Service {
  readonly image?: string
  readonly build?: string
  readonly entrypoint?: readonly string[]
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly healthcheck?: object
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, null>>
}

const text = read('compose.yaml')
const { services, secrets, volumes }: Compose = parse(text, { merge: true })
const each = Object.entries(services)
const ours = each.filter(([, { build }]) => build !== undefined)

describe('compose.yaml', () => {
  it('runs two servers, one owner, and one way in', () => {
    expect(Object.keys(services)).toEqual(['postgres', 'owner', 'memory-1', 'memory-2', 'proxy'])
    expect(ours.map(([name]) => name)).toEqual(['owner', 'memory-1', 'memory-2'])
    expect(each.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))).toEqual([
      ['proxy', '127.0.0.1:4114:4114'],
    ])
  })

  it.each(ours)('%s is given a command and flags that there are', (_, { command = [] }) => {
    const [name, ...rest] = command
    const known = commands().find((one) => one.name === name)
    const flags = [...(known?.fields ?? []), ...globalFlags].map(({ flag }) => `--${flag}`)
    expect(known, name).toBeDefined()
    expect(flags).toEqual(expect.arrayContaining(rest.filter((word) => word.startsWith('--'))))
  })

  it.each(each)('%s names secrets, volumes, files and services that there are', (_, service) => {
    for (const name of service.secrets ?? []) expect(Object.keys(secrets)).toContain(name)
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':')
      if (from.startsWith('.')) expect(existsSync(join(root, from)), from).toBe(true)
      else expect(Object.keys(volumes)).toContain(from)
    }
    const files = [...(service.command ?? []), ...Object.values(service.environment ?? {})]
    for (const file of files.filter((word) => word.startsWith('/run/secrets/')))
      expect(service.secrets).toContain(file.replace('/run/secrets/', ''))
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(services[other], other).toBeDefined()
      const isChecked = services[other]?.healthcheck !== undefined || services[other]?.build !== undefined
      if (condition === 'service_healthy') expect(isChecked, `${other} has a health check`).toBe(true)
    }
  })

  it('is explained with every variable and every file of a secret that it takes', () => {
    const asked = [...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name)
    expect(asked).toContain('MEMORY_HOST')
    for (const name of asked) expect(page).toContain(`export ${name}=`)
    expect(read('.gitignore').split('\n')).toContain('secrets/')
    const [shown = ''] = /```sh\nmkdir -m 700 secrets[\s\S]*?```/.exec(page) ?? []
    const above = [...text.matchAll(/^# {3}(.+)$/gm)].map(([, line]) => line)
    expect(above).toHaveLength(4)
    for (const line of above) expect(shown).toContain(line)
  })

  it('finds its secrets where the first line puts them', async () => {
    const folder = await temporaryFolder()
    const [first = ''] = /^mkdir -m 700 secrets.+$/m.exec(page) ?? []
    writeFileSync(join(folder, 'openssl'), '#!/bin/sh\necho of chance\n')
    chmodSync(join(folder, 'openssl'), 0o755)
    spawnSync('sh', ['-e', '-c', first], { cwd: folder, env: { PATH: `${folder}:/usr/bin:/bin` } })
    for (const { file } of Object.values(secrets))
      expect(readFileSync(join(folder, file), 'utf8')).toBe('of chance\n')
  })

  it('shows no password to who lists processes or containers', async () => {
    expect(text).not.toMatch(/postgres:\/\/[^@\s]*:[^@\s]*@/)
    const folder = await temporaryFolder()
    writeFileSync(join(folder, 'password'), 'of the owner\n')
    writeFileSync(join(folder, 'recollect'), '#!/bin/sh\nprintf "%s|" "$PGPASSWORD" "$@"\n')
    chmodSync(join(folder, 'recollect'), 0o755)
    for (const [, { entrypoint = [] }] of ours) {
      // Two dollars stand for one.
      const [program = '', ...words] = entrypoint.map((word) => word.replaceAll('$$', '$'))
      const { stdout } = spawnSync(program, [...words, 'serve', '--host', 'a b'], {
        env: { PATH: `${folder}:/usr/bin:/bin`, PASSWORD_FILE: join(folder, 'password') },
        encoding: 'utf8',
      })
      expect(stdout).toBe('of the owner|serve|--host|a b|')
    }
  })
})
