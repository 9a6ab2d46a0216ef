import { execFileSync } from 'node:child_process'
import { chownSync, existsSync } from 'node:fs'

/** Who runs the server: PostgreSQL refuses to run as root. */
export interface ServerUser {
  /** The command that runs a program as this user; it ends when this process does, where that can be had. */
  command(program: string, args: readonly string[]): [program: string, args: string[]]
  /** Hands a file over to this user. */
  own(path: string): void
}

export function serverUser(): ServerUser {
  const isRoot = process.getuid?.() === 0
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync)
  if (!isRoot) {
    const dyingWithUs = setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'QUIT']
    return { command: (program, args) => commandOf([...dyingWithUs, program, ...args]), own: () => undefined }
  }
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, USER], { encoding: 'utf8' })),
  )
  const becoming =
    setpriv === undefined
      ? ['runuser', '-u', USER, '--']
      : [setpriv, `--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--pdeathsig', 'QUIT']
  return {
    command: (program, args) => commandOf([...becoming, program, ...args]),
    own: (path) => chownSync(path, uid as number, gid as number),
  }
}

const USER = 'postgres'

function commandOf([program, ...args]: readonly string[]): [program: string, args: string[]] {
  return [program as string, args]
}
