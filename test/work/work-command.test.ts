import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { environment, program, useRecollect } from '../cli/recollect.js'
import { describePostgres, newDatabase } from '../postgres/database.js'

describePostgres('recollect work', () => {
  const recollect = useRecollect()

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'says that it works, does what others have left, and ends on %s',
    async (signal) => {
      const store = await newDatabase()
      const env = { RECOLLECT_STORE: store, RECOLLECT_EMBEDDER: 'auto' }
      // A command that ends in a moment loads no model: what it has added waits.
      await recollect.json(['capture', 'Mia moved to Lisbon in March'], { env })
      const embedding = async () => (await recollect.json(['stats'], { env })).embedding
      expect(await embedding()).toMatchObject({ indexed: 0, pending: 1 })
      const child = spawn(process.execPath, [program, 'work'], { env: environment(recollect.home, env) })
      const ended = once(child, 'close')
      let [out, notes] = ['', '']
      child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text))
      while ((await embedding()).pending > 0) {
        if (child.exitCode !== null) throw new Error(`it has ended: ${notes}`)
        await pause(100)
      }
      expect(await embedding()).toMatchObject({ indexed: 1, pending: 0 })
      expect(out).toBe('Working; Ctrl-C ends it, and what is under way falls to others.\n')
      child.kill(signal)
      expect(await ended).toEqual([0, null])
      expect(notes).toBe('')
    },
    120_000,
  )

  it('says of a file that whoever uses it does its work', async () => {
    const { code, out, notes } = await recollect.run(['work'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(notes).toContain('of a file, whoever uses it does its work')
    expect(notes).toContain('work --store postgres://USER@HOST/DATABASE')
  })
})
