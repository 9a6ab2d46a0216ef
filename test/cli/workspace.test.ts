import { expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { atTerminal } from './at-terminal.js'

it('lets a person switch the gate, look at what waits, approve one and decline one', async () => {
  const home = await temporaryFolder()
  const at = (...words: string[]) => atTerminal(['--home', home, '--workspace', 'acme/web', ...words])
  expect((await at('workspace', 'proposals')).notes).toContain('The gate is off')
  expect((await at('workspace', 'gate', 'on')).out).toContain('The gate of acme/web is on')
  expect((await at('capture', 'We deploy on Fridays', '--tags', 'release')).out).toContain(
    'Proposed, and not kept yet',
  )
  const saved = await at('record-save', 'Style', '--type', 'feedback', '--description', 'Short')
  expect(saved.out).toContain('Proposed, and not kept yet')
  const listed = await at('workspace', 'proposals')
  expect(listed.out).toMatch(
    /1 {2}note\n {3}We deploy on Fridays\n {3}tags: \["release"\]\n {3}proposed by user:me/,
  )
  expect(listed.out).toContain('2  record Style')
  // What is typed as a hint says it must mean the same workspace.
  expect(listed.notes).toContain('(with --workspace acme/web)')
  const gate = await at('workspace', 'gate')
  expect(gate.out).toBe(
    'The gate of acme/web is on: what is captured waits for a person. 2 proposals wait.\n',
  )
  expect(gate.notes).toContain('recollect workspace proposals --workspace acme/web')
  expect((await at('forget')).notes).toContain('like: recollect forget 1 --workspace acme/web')
  expect((await at('workspace', 'approve', '1', '--note', 'agreed')).out).toBe('1 proposal approved.\n')
  expect((await at('workspace', 'decline', '2')).out).toBe('1 proposal declined.\n')
  expect((await at('search', 'when do we deploy?')).out).toContain('We deploy on Fridays')
  expect((await at('workspace', 'proposals', '--state', 'approved')).out).toMatch(
    /approved by user:me \(their own\)[\s\S]*agreed/,
  )
  expect(await at('workspace', 'gate', 'maybe')).toMatchObject({ code: 2 })
  expect((await atTerminal(['--home', home, 'workspace', 'proposals'])).notes).toContain('is for a workspace')
  expect((await at('clear', '--confirm', 'acme/web')).out).toMatch(
    /Forgotten: 1 item[\s\S]+proposal 2[\s\S]+physical/,
  )
})
