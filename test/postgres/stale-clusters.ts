import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes what test runs left behind that were killed: servers (if they are ours beyond doubt) and folders. */
export function removeStaleClusters(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue
    const owner = Number.parseInt(name.slice(prefix.length), 10)
    if (isAlive(owner)) continue
    const folder = join(parent, name)
    stopServer(join(folder, 'data'))
    rmSync(folder, { recursive: true, force: true })
  }
}

function stopServer(data: string): void {
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  const commandLine = `/proc/${pid}/cmdline`
  // The number may belong to another program by now.
  if (existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(data))
    process.kill(pid, 'SIGQUIT')
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
