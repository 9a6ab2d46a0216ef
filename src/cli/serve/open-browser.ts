import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** A machine, as far as opening a browser goes. */
export interface Desktop {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether a file is there that can be run. */
  canRun(file: string): boolean
}

/** How an address is opened in the browser of this machine; undefined where nobody would see it. */
export function browserCommand({ platform, env, canRun }: Desktop): readonly string[] | undefined {
  if (platform === 'darwin') return isFromAfar(env) ? undefined : ['open']
  if (platform === 'win32') return WINDOWS
  const onPath = (name: string) =>
    (env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && canRun(join(folder, name)))
  // An editor on another machine names a program of its own that opens the browser there.
  const named = env['BROWSER'] ?? ''
  if (isAbsolute(named) && canRun(named)) return [named]
  const isInWindows = (env['WSL_DISTRO_NAME'] ?? '') !== ''
  if (isInWindows) {
    if (onPath('wslview')) return ['wslview']
    if (onPath('rundll32.exe')) return WINDOWS
  }
  const hasScreen = (env['WAYLAND_DISPLAY'] ?? '') !== '' || (env['DISPLAY'] ?? '') !== ''
  return hasScreen && onPath('xdg-open') ? ['xdg-open'] : undefined
}

/** Unlike `start` of the shell, it takes an address for nothing but an address. */
const WINDOWS: readonly string[] = ['rundll32.exe', 'url.dll,FileProtocolHandler']

/** The screen is on another machine than the programs. */
function isFromAfar(env: Desktop['env']): boolean {
  return (env['SSH_CONNECTION'] ?? '') !== ''
}

/** Opens an address where there is a desktop; false where not. What becomes of it nobody waits for, and nothing fails with it. */
export async function openBrowser(url: string, desktop: Desktop = thisDesktop()): Promise<boolean> {
  const [command, ...first] = browserCommand(desktop) ?? []
  if (command === undefined) return false
  return new Promise((resolve) => {
    const child = spawn(command, [...first, url], { stdio: 'ignore', detached: true })
    child.on('error', () => resolve(false))
    child.on('spawn', () => resolve(true))
    child.unref()
  })
}

function thisDesktop(): Desktop {
  return { platform: process.platform, env: process.env, canRun }
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // Not there, or not to be run: the same to who looks for another.
    return false
  }
}
