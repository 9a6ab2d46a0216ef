import { describe, expect, it } from 'vitest'
import { capabilitiesOf as ofTheServer } from '../../../../../src/keys/role.js'
import { capabilitiesOf, emptyDraft, grantedOf, namesIn, newKeyOf } from './key-draft.js'

describe('a key as it is filled in', () => {
  it('offers of each role what the server gives it', () => {
    expect(capabilitiesOf).toEqual(ofTheServer)
  })

  it('asks for nothing before it has a name, or when nothing is left that it may do', () => {
    expect(newKeyOf(emptyDraft)).toBeNull()
    expect(newKeyOf({ ...emptyDraft, name: '  ' })).toBeNull()
    const without = capabilitiesOf.reader
    expect(newKeyOf({ ...emptyDraft, name: 'x', role: 'reader', without })).toBeNull()
  })

  it('says only what differs from what a key is without it', () => {
    expect(newKeyOf({ ...emptyDraft, name: ' laptop ' })).toEqual({
      name: 'laptop',
      role: 'member',
      expires: '90d',
    })
    expect(
      newKeyOf({
        ...emptyDraft,
        name: 'agent',
        user: 'ann',
        workspaces: 'acme/web，港口, acme/web,',
        without: ['memory.forget'],
        agent: 'codex',
        agentForgets: true,
        expires: 'never',
      }),
    ).toEqual({
      name: 'agent',
      for: 'ann',
      role: 'member',
      workspaces: ['acme/web', '港口'],
      capabilities: grantedOf({ role: 'member', without: ['memory.forget'] }),
      agent: 'codex',
      expires: 'never',
    })
  })

  it('names no workspaces for an administrator, to whom all are open', () => {
    expect(newKeyOf({ ...emptyDraft, name: 'x', role: 'administrator', workspaces: 'a' })).not.toHaveProperty(
      'workspaces',
    )
    expect(namesIn('')).toEqual([])
  })
})
