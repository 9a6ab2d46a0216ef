import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useRecollectHere } from './recollect-here.js'

const { run, home } = useRecollectHere()
const said = async (line: string, stdin = '') => {
  const { code, out, notes } = await run(line.split(' '), { stdin })
  return `${code} ${out}${notes}`
}

it('takes sessions by their number in the list of sessions, and by a name that is a number elsewhere', async () => {
  await said('transcript append Which_editor_do_I_use --session older')
  await said('transcript append hello --session 2')
  expect(await said('transcript read 2')).toContain('hello')
  expect(await said('transcript sessions')).toMatch(/^0 1 {2}2 .*\n2 {2}older .*/)
  expect(await said('transcript read 2')).toContain('Which_editor')
  expect(await said('transcript read 1')).toContain('hello')
  expect(await said('transcript summary 2')).toMatch(/session +older/)
  expect(await said('transcript verify 2')).toContain('1 session, 1 event')
  expect(await said('transcript export 2')).toContain('"session":"older"')
  expect(await said('transcript compact 2')).toContain('Nothing to do')
  expect(await said('prompt --session 2')).toContain('Which_editor')
  await said('forget --session older --yes')
  expect(await said('transcript read 2')).toContain('what had this number')
})

it('appends nothing of a file with a line that is no event, and says how much of a pipe it did', async () => {
  const events = Array.from({ length: 700 }, (_, i) => JSON.stringify({ type: 'reasoning', text: `${i}` }))
  const file = join(home, 'events.jsonl')
  const content = ['', ...events.with(650, '{"type":"reasoning","text":"","seq":1}')].join('\n')
  writeFileSync(file, content)
  expect(await said(`transcript append --session s --from ${file}`)).toMatch(
    /line 652.*there is no field seq/,
  )
  expect(await said('transcript sessions --channel none')).toContain('There is no session')
  expect(await said('transcript read s')).toContain('no session is called s')
  const piped = await said('transcript append --session s --from -', content)
  expect(piped).toMatch(/line 652.*\(500 events before it were appended\)/)
  expect(await said('transcript verify s')).toContain('500 events')
})
