import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { workspaceIdentity } from './workspace-identity.js'

const key = new Uint8Array(32)
let home = ''

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'recollect-identity-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

it('gives all clones, worktrees and folders of a project one name, and a submodule its own', async () => {
  await file('one/.git/config', remote('origin', 'git@github.com:Acme/Web.git'))
  await file('two/.git/config', remote('origin', 'https://ann:secret@github.com/acme/web'))
  await file('one/.git/worktrees/fix/commondir', '../..\n')
  await file('fix/.git', `gitdir: ${join(home, 'one/.git/worktrees/fix')}\n`)
  await file('one/.git/modules/lib/config', remote('origin', 'https://github.com/acme/lib.git'))
  await file('one/lib/.git', 'gitdir: ../.git/modules/lib\n')
  await file('one/src/deep/index.ts', '')
  await symlink(join(home, 'one/src'), join(home, 'link'))
  const names = await named('one', 'two', 'fix', 'one/src/deep', 'link/deep', 'one/lib')
  expect(names).toEqual([...Array(5).fill('github.com/acme/web'), 'github.com/acme/lib'])
})

it('follows a link to a repository, and looks for none above one that cannot be read', async () => {
  await file('above/.git/config', remote('origin', 'x.org:above/all'))
  await file('store/web.git/config', remote('origin', 'x.org:acme/linked'))
  await file('above/linked/readme', '')
  await symlink(join(home, 'store/web.git'), join(home, 'above/linked/.git'))
  await file('above/dangling/readme', '')
  await symlink(join(home, 'nowhere'), join(home, 'above/dangling/.git'))
  await file('above/broken/.git', 'nothing\n')
  const [linked, dangling, broken] = await named('above/linked', 'above/dangling', 'above/broken')
  expect(linked).toBe('x.org/acme/linked')
  expect(dangling).toMatch(/^dangling-[0-9a-f]{8}$/)
  expect(broken).toMatch(/^broken-[0-9a-f]{8}$/)
})

it('takes origin before other remotes, and the first where there is none', async () => {
  const several = `${remote('fork', 'https://github.com/ann/web')}${remote('origin', '"https://github.com/acme/web" # ours')}`
  await file('several/.git/config', several)
  await file(
    'forks/.git/config',
    `[core]\n\turl = x\n${remote('a "b"', 'x.org:a/b')}${remote('c', 'y.org:c')}`,
  )
  expect(await named('several', 'forks')).toEqual(['github.com/acme/web', 'x.org/a/b'])
})

it('names a folder without a remote by itself, so that two of the same name differ', async () => {
  await file('a/app/.git/config', '[core]\n')
  await file('a/app/src/x', '')
  await file('b/app/notes.txt', '')
  const [a, inside, b] = await named('a/app', 'a/app/src', 'b/app')
  expect(a).toMatch(/^app-[0-9a-f]{8}$/)
  expect(inside).toBe(a)
  expect(b).toMatch(/^app-[0-9a-f]{8}$/)
  expect(b).not.toBe(a)
  expect(await workspaceIdentity(join(home, 'a/app'), new Uint8Array(32).fill(1))).not.toBe(a)
  await file('clone/.git/config', remote('origin', join(home, 'a/app')))
  expect(await named('clone')).toEqual([a])
})

it('believes no file that is broken, endless or a command, and runs nothing', async () => {
  await file('broken/.git', 'gitdir: /dev/zero\n')
  await file('large/.git/config', `${' '.repeat(1_000_001)}${remote('origin', 'x.org:a/b')}`)
  await file('command/.git/config', remote('origin', 'ext::sh -c "touch pwned"'))
  const names = await named('broken', 'large', 'command')
  expect(names.map((name) => name.replace(/-[0-9a-f]{8}$/, ''))).toEqual(['broken', 'large', 'command'])
  await expect(workspaceIdentity(join(home, 'absent'), key)).rejects.toMatchObject({ code: 'not_found' })
})

const remote = (name: string, url: string) =>
  `[remote "${name.replace(/"/g, '\\"')}"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/x/*\n`

async function file(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(home, path)), { recursive: true })
  await writeFile(join(home, path), content)
}

const named = (...folders: string[]) =>
  Promise.all(folders.map((folder) => workspaceIdentity(join(home, folder), key)))
