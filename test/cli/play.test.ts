import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { environment, program, useRecollect } from './recollect.js'

const { run, json, home } = useRecollect()

describe('play without a terminal', () => {
  it('shows import, questions, forgetting with proof, and that forgotten stays forgotten', async () => {
    const { code, out, notes } = await run(['play'])
    expect({ code, notes }).toEqual({ code: 0, notes: '' })
    expect(out).toContain('80 messages in 7 sessions')
    expect(out).toContain('the door code of the flat is 4711#')
    expect(out).toContain('We decided to drop the push server.')
    expect(out).toContain('奶奶今年七十岁，生日是农历五月二十八，也就是7月12日，星期天。')
    expect(out).toMatch(/physical {6}looked for in/)
    expect(out).toMatch(/Gone\. None of \d+ hits holds the code\./)
    expect(out).toContain('1  had been forgotten and stays so')
    expect(out).toContain('Healthy.')
    expect(out.indexOf('4711#', out.indexOf('physical'))).toBe(-1)
    // What is typed next is about the memory that was shown, whichever of the lines it is.
    const next = out.slice(out.indexOf('Your turn')).match(/recollect .*(?:search|capture|embed)/g) ?? []
    expect(next).toHaveLength(4)
    expect(next.every((line) => line.includes(`--home ${home}`))).toBe(true)
  })

  it('leaves the forgotten on no page of the home it was shown in', async () => {
    expect(await json(['stats', '--user', 'sample'])).toMatchObject({ items: 79, forgotten: 1 })
    for (const file of readdirSync(home).filter((name) => name.startsWith('recollect.db'))) {
      expect(readFileSync(join(home, file)).includes('4711')).toBe(false)
    }
  })

  it('keeps out of a memory that is in use, and leaves no temporary folder behind', async () => {
    await run(['capture', 'mine alone'])
    const temporary = join(home, 'tmp')
    mkdirSync(temporary)
    const { code, out } = await run(['play'], { env: { TMPDIR: temporary } })
    expect(code).toBe(0)
    expect(out).toContain('a temporary folder: your own memory is not touched')
    expect(await json(['stats'])).toMatchObject({ items: 1 })
    expect(readdirSync(temporary).filter((name) => name.startsWith('recollect-play-'))).toEqual([])
  })

  it('uses a temporary folder where no home is configured', async () => {
    const { code, out } = await run(['play'], { env: { RECOLLECT_HOME: '' } })
    expect(code).toBe(0)
    expect(out).toContain(join(tmpdir(), 'recollect-play-'))
    expect(existsSync(join(home, 'person'))).toBe(false)
  })
})

const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0

// The prompt needs a real terminal; Python's standard library can make one.
describe.skipIf(!hasPython)('play in a terminal', () => {
  let session: TerminalSession | undefined
  afterEach(() => session?.end())

  it('offers the sample, answers, explains, forgets when asked twice, and keeps notes apart', async () => {
    session = openTerminal(join(home, 'prompt'))
    await session.sees('Open the sample? [Y/n]')
    await session.type('', 'You are in the sample')
    await session.type('What is the door code of the flat in Lisbon?', '4711#')
    await session.type('/why 1', 'side by side')
    await session.type('/show 1', 'it stands on its own')
    await session.type('/forget 1', 'Forget it? This cannot be undone. [y/N]')
    await session.type('n', 'Kept.')
    await session.type('/forget 1', '[y/N]')
    await session.type('y', 'and not found')
    await session.type('/mine', 'You are in your own memory: 0 items.')
    await session.type('The keys are in the blue bowl', 'Kept.')
    await session.type('where are the keys?', 'today, ')
    await session.type('/fogret 1', 'did you mean /forget?')
    await session.type('/forget 7', 'the last answer has 1 to 1')
    await session.type('/import /no/such/file', 'there is no such file')
    await session.type('/stats', 'up to date')
    await session.type('/quit', 'Until next time.')
    expect(await session.ended).toBe(0)
    expect(await json(['search', 'keys', '--home', join(home, 'prompt')])).toMatchObject({
      hits: [{ text: 'The keys are in the blue bowl', origin: 'user' }],
    })
  })

  it('opens at once when something is remembered, and takes pasted lines one by one', async () => {
    const place = join(home, 'pasted')
    await run(['capture', 'something', '--home', place])
    session = openTerminal(place)
    await session.sees('1 item remembered')
    session.send('first note\nsecond note\nsecond?\n')
    await session.sees('words second')
    session.send('\u0004')
    expect(await session.ended).toBe(0)
    expect(await json(['stats', '--home', place])).toMatchObject({ items: 3 })
  })

  it('asks before it forgets, and keeps when the answer is no', async () => {
    const place = join(home, 'asked')
    const { id } = await json(['capture', 'to be or not', '--home', place])
    session = openTerminal(place, ['forget', id])
    await session.sees('[y/N]')
    await session.type('', 'Kept.')
    expect(await session.ended).toBe(1)
    session = openTerminal(place, ['forget', id])
    await session.sees('to be or not')
    await session.type('yes', 'Forgotten: ')
    expect(await session.ended).toBe(0)
  })
})

interface TerminalSession {
  readonly ended: Promise<number | null>
  /** Waits until the text is on the screen, behind what was seen before. */
  sees(text: string): Promise<void>
  type(line: string, answer: string): Promise<void>
  send(text: string): void
  end(): void
}

function openTerminal(place: string, argv: readonly string[] = ['play']): TerminalSession {
  const inTerminal = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'
  const child: ChildProcess = spawn('python3', ['-c', inTerminal, process.execPath, program, ...argv], {
    env: environment(home, { RECOLLECT_HOME: place, TERM: 'xterm', NO_COLOR: '1', COLUMNS: '100' }),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let screen = ''
  let seen = 0
  let look: (() => void) | undefined
  child.stdout?.on('data', (chunk) => {
    screen += String(chunk)
    look?.()
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  const send = (text: string) => child.stdin?.write(text)
  const sees = (text: string) =>
    new Promise<void>((resolve, reject) => {
      look = () => {
        const at = screen.indexOf(text, seen)
        if (at === -1) return
        seen = at + text.length
        look = undefined
        resolve()
      }
      look()
      void ended.then(() => reject(new Error(`the program ended before it said ${text}:\n${screen}`)))
    })
  return {
    ended,
    sees,
    send,
    type: (line, answer) => {
      send(`${line}\n`)
      return sees(answer)
    },
    end: () => child.kill(),
  }
}
