import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { environment, program, sample, useRecollect } from '../cli/recollect.js'

const { home } = useRecollect()

it('docs/backup.md shows commands that run, one after the other', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'backup.md'), 'utf8')
  const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('')
  expect(commands.split('\n').filter((line) => line.startsWith('recollect'))).toHaveLength(6)
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'recollect'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(join(bin, 'recollect'), 0o755)
  const script = `recollect import ${sample} --as-mine\n${commands}`
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script], {
    cwd: home,
    encoding: 'utf8',
    env: environment(home, { PATH: `${bin}${delimiter}${process.env['PATH']}` }),
  })
  expect({ status, stderr }).toMatchObject({ status: 0 })
  expect(stdout).toContain('Took in 80 items of one memory')
  expect(stdout).toContain('Healthy.')
})
