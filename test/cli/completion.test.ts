import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.js'
import { useRecollect } from './recollect.js'

const { run, json, home } = useRecollect()
const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0
const all = commands()
const fish = 'fish'
const folder = join(home, 'folder with spaces')

beforeAll(() => {
  mkdirSync(join(folder, 'below'), { recursive: true })
  writeFileSync(join(folder, 'chat one.jsonl'), '')
})

const scripts = new Map<string, string>()

async function script(shell: string): Promise<string> {
  const written = scripts.get(shell)
  if (written !== undefined) return written
  const { code, out } = await run(['completion', shell])
  expect(code).toBe(0)
  const file = join(home, `completion.${shell}`)
  writeFileSync(file, out)
  scripts.set(shell, file)
  return file
}

describe.skipIf(!has('bash'))('completion in bash', () => {
  /** What bash offers for the last of the words, as readline would ask. */
  async function offered(...words: string[]): Promise<string[]> {
    const driver = `
      source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _recollect
      printf '%s\\n' "\${COMPREPLY[@]}"`
    const ran = spawnSync('bash', ['--norc', '-euc', driver, 'bash', await script('bash'), ...words], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(ran.stderr).toBe('')
    return ran.stdout.split('\n').filter((word) => word !== '')
  }

  it('offers every command, and those that begin as typed', async () => {
    const families = ['knowledge', 'workspace', 'transcript', 'artifact', 'task', 'prompt', 'remote', 'key']
    const names = all
      .map(({ name }) => name)
      .filter((name) => !families.some((word) => name.startsWith(`${word}-`)))
    expect((await offered('recollect', '')).sort()).toEqual(
      [...new Set([...names, ...families, 'help'])].sort(),
    )
    expect(await offered('recollect', 'sea')).toEqual(['search'])
    expect(await offered('recollect', 'help', 'doc')).toEqual(['doctor'])
  })

  it('offers a file as it is called, not what its name would match', async () => {
    for (const name of ['br[ab].jsonl', 'bra.jsonl', '$(x).jsonl']) writeFileSync(join(folder, name), '')
    expect((await offered('recollect', 'import', 'br')).sort()).toEqual(['br[ab].jsonl', 'bra.jsonl'])
    expect(await offered('recollect', 'import', '$')).toEqual(['$(x).jsonl'])
  })

  it('offers every flag of every command, and those of all', async () => {
    for (const { name, fields } of all) {
      const flags = await offered('recollect', name, '--')
      for (const { flag } of fields) expect(flags, name).toContain(`--${flag}`)
      expect(flags).toEqual(expect.arrayContaining(['--json', '--quiet', '--home', '--user', '--help']))
    }
    expect(await offered('recollect', '--js')).toEqual(['--json'])
  }, 60_000)

  it('knows the command behind flags of all commands, under each of its names', async () => {
    expect(await offered('recollect', '--user', 'search', '-q', 'forget', '--pre')).toEqual(['--preview'])
    expect(await offered('recollect', 'get', '--zo')).toEqual(['--zone'])
  })

  it('offers the second word of a command of two, and its flags', async () => {
    const seconds = all.flatMap(({ name }) => /^record-(.+)/.exec(name)?.[1] ?? [])
    expect(await offered('recollect', 'record', '')).toEqual(expect.arrayContaining(seconds))
    expect(await offered('recollect', '--user', 'ann', 'record', 'save', '--ty')).toEqual(['--type'])
    expect(await offered('recollect', 'record', 'save', '--type', 'fee')).toEqual(['feedback'])
    expect(await offered('recollect', 'import', 'save', '--ty')).toEqual([])
  })

  it('offers what there is to choose from, behind a space or an equals sign', async () => {
    expect(await offered('recollect', 'init', '--client', 'cla')).toEqual(['claude-code', 'claude-desktop'])
    expect(await offered('recollect', 'search', '--kinds', '=', 'tho')).toEqual(['thought'])
    expect(await offered('recollect', 'search', '--kinds', '=')).toContain('turn')
    expect(await offered('recollect', 'completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  it('offers files and folders, whole where their names have spaces', async () => {
    expect(await offered('recollect', 'import', 'chat')).toEqual(['chat one.jsonl'])
    expect(await offered('recollect', 'stats', '--home', '')).toEqual(['below'])
  })

  it('offers nothing where only the person knows', async () => {
    expect(await offered('recollect', 'search', '')).toEqual([])
    expect(await offered('recollect', 'search', '--limit', '')).toEqual([])
    expect(await offered('recollect', 'show', '')).toEqual([])
  })
})

describe.skipIf(!has('zsh'))('completion in zsh', () => {
  it('is a script that zsh can read, and registers itself', async () => {
    const file = await script('zsh')
    expect(spawnSync('zsh', ['-fn', file], { encoding: 'utf8' }).stderr).toBe('')
    const loaded = spawnSync(
      'zsh',
      [
        '-fc',
        'autoload -U compinit && compinit -D && eval "$(<"$1")" && echo $_comps[recollect]',
        'zsh',
        file,
      ],
      {
        encoding: 'utf8',
        env: { ...process.env, HOME: home },
      },
    )
    expect(loaded).toMatchObject({ stdout: '_recollect\n', stderr: '' })
  })
})

describe.skipIf(!has('fish'))('completion in fish', () => {
  async function offered(line: string): Promise<string[]> {
    const ran = spawnSync(
      fish,
      ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', await script('fish'), line],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, HOME: home },
      },
    )
    expect(ran.stderr).toBe('')
    return ran.stdout
      .split('\n')
      .map((row) => row.split('\t')[0] ?? '')
      .filter((word) => word !== '')
  }

  it('offers commands, flags, choices and files', async () => {
    expect(await offered('recollect sea')).toEqual(['search'])
    expect(await offered('recollect forget --pre')).toEqual(['--preview'])
    expect(await offered('recollect init --client cur')).toEqual(['cursor'])
    expect(await offered('recollect import chat')).toEqual(['chat one.jsonl'])
    expect(await offered('recollect stats ')).toEqual([])
  })

  it('offers the second word of a command of two, and its flags', async () => {
    expect(await offered('recollect record sa')).toEqual(['save'])
    expect(await offered('recollect record save --ty')).toEqual(['--type'])
    expect(await offered('recollect record-save --ty')).toEqual(['--type'])
    expect(await offered('recollect import --as')).toEqual(['--as-mine'])
  })
})

describe('completion for programs', () => {
  it('is the script in JSON', async () => {
    expect(await json(['completion', 'fish'])).toEqual({
      shell: 'fish',
      script: expect.stringContaining('complete -c recollect'),
    })
  })
})
