import { describe, expect, it } from 'vitest'
import { isBesideAgent, peopleIn, planImport } from './import-plan.js'

const given = (path: string) => ({ path, bytes: async () => new Uint8Array(), size: 0 })

describe('what is sent of the files that were dropped', () => {
  it('leaves out what is no text, and has notes at the end', () => {
    const plan = planImport(
      ['notes/a.md', 'chat.jsonl', 'chat.html', 'voice.ogg', 'photo.JPG', 'talk.txt'].map(given),
    )
    expect(plan.files.map(({ file }) => file.path)).toEqual(['chat.jsonl', 'talk.txt', 'notes/a.md'])
    expect(plan.leftOut).toEqual(
      new Map([
        ['page', 1],
        ['media', 2],
      ]),
    )
  })

  it('knows the channel of each day of a Slack export, and where its names stand', () => {
    const plan = planImport(['s/users.json', 's/general/2026-03-01.json', 'other/users.json'].map(given))
    expect(plan.files.map(({ file, session }) => [file.path, session])).toEqual([
      ['s/general/2026-03-01.json', 'general'],
      ['other/users.json', undefined],
    ])
    expect(plan.names.map(({ path }) => path)).toEqual(['s/users.json'])
  })

  it('takes a note beside sessions of an agent for the agent’s', () => {
    const folders = new Set(['projects/harbour'])
    expect(isBesideAgent('projects/harbour/memory/MEMORY.md', folders)).toBe(true)
    expect(isBesideAgent('projects/other/a.md', folders)).toBe(false)
    expect(isBesideAgent('projects/harbour/b.jsonl', folders)).toBe(false)
  })

  it('reads who is who, and nothing from what is something else', () => {
    const users = [
      { id: 'U1', team_id: 'T1', profile: { display_name: 'ann', real_name: 'Ann Lee' }, name: 'ann' },
    ]
    expect(peopleIn([JSON.stringify(users), '{', '{"a":1}', '[null, 3]'])).toEqual([
      { id: 'U1', names: ['ann', 'Ann Lee'] },
      { id: 'T1', names: ['T1'] },
    ])
  })
})
