import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { environment, program, useRecollect } from './recollect.js'

const { home, run, json } = useRecollect()

/** The watch in a process of its own, whose lines are waited for. */
function watching(...flags: string[]) {
  return watchingIn(home, 'wiki', flags)
}

function watchingIn(cwd: string, folder: string, flags: readonly string[] = []) {
  const child: ChildProcess = spawn(process.execPath, [program, 'knowledge', 'watch', folder, ...flags], {
    cwd,
    env: environment(home),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += String(chunk)
      for (const listener of listeners) listener()
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    /** Resolves when a line is there. */
    told: (line: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          if (!line.test(said)) return
          listeners.delete(look)
          resolve(said)
        }
        listeners.add(look)
        void ended.then(() => reject(new Error(`it ended and said: ${said}`)))
        look()
      }),
    interrupt: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}

describe('recollect knowledge watch', () => {
  it('takes in what is saved, tells what is gone, outlives its folder, and ends with Ctrl-C', async () => {
    const wiki = join(home, 'wiki')
    mkdirSync(wiki)
    writeFileSync(join(wiki, 'a.md'), '# A\n')
    const watch = watching()
    await watch.told(/added +wiki\/a\.md +waits for review/)
    // As editors save: a file of another name takes the place of the old one.
    writeFileSync(join(wiki, '.a.md.swp'), '# A\n\ntwo\n')
    renameSync(join(wiki, '.a.md.swp'), join(wiki, 'a.md'))
    await watch.told(/changed +wiki\/a\.md +version 2, waits for review/)
    mkdirSync(join(wiki, 'new', 'deep'), { recursive: true })
    writeFileSync(join(wiki, 'new', 'deep', 'b.md'), '# B\n')
    await watch.told(/added +wiki\/new\/deep\/b\.md/)
    rmSync(join(wiki, 'a.md'))
    await watch.told(/gone +wiki\/a\.md +its document stays/)
    renameSync(wiki, `${wiki}-away`)
    await watch.told(/away +wiki/)
    renameSync(`${wiki}-away`, wiki)
    await watch.told(/back +wiki/)
    writeFileSync(join(wiki, 'new', 'deep', 'b.md'), '# B\n\ntwo\n')
    const said = await watch.told(/changed +wiki\/new\/deep\/b\.md/)
    expect(said).not.toContain('swp')
    expect(await watch.interrupt()).toBe(0)
    const { documents } = await json(['knowledge', 'list'])
    expect(documents).toMatchObject([
      { source: 'wiki/a.md', status: 'pending', latest: 2 },
      { source: 'wiki/new/deep/b.md', status: 'pending', latest: 2 },
    ])
    const again = watching('--publish')
    writeFileSync(join(wiki, 'c.md'), '# C\n')
    await again.told(/added +wiki\/c\.md +published/)
    expect(await again.interrupt()).toBe(0)
    expect((await run(['knowledge', 'list', '--status', 'ready'])).out).toContain('wiki/c.md')
  }, 60_000)

  it('knows the files of its folder again, which was away while one was changed, also for who stands in it', async () => {
    const notes = join(home, 'notes')
    mkdirSync(notes)
    writeFileSync(join(notes, 'n.md'), '# N\n')
    const watch = watchingIn(notes, '.')
    await watch.told(/added +\.\/n\.md/)
    renameSync(notes, `${notes}-away`)
    await watch.told(/away/)
    writeFileSync(join(`${notes}-away`, 'n.md'), '# N\n\ntwo\n')
    renameSync(`${notes}-away`, notes)
    await watch.told(/changed +\.\/n\.md +version 2/)
    await watch.interrupt()
    const { documents } = await json(['knowledge', 'list'])
    expect(documents.filter(({ source }: { source: string }) => source.endsWith('n.md'))).toMatchObject([
      { source: 'notes/n.md', latest: 2 },
    ])
  }, 60_000)
})
