import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reachOf } from '../reach.js'
import { agentName } from './agent-name.js'

describe('the name of an agent', () => {
  it.each([
    ['claude-code', 'claude-code'],
    ['Visual Studio Code', 'Visual-Studio-Code'],
    ['cursor-vscode (via mcp)', 'cursor-vscode-via-mcp-'],
    ['助手', '助手'],
    ['evil for bob\n2026', 'evil-for-bob-2026'],
    ['', 'mcp-client'],
    ['\u202e ', 'mcp-client'],
    [undefined, 'mcp-client'],
    [{ name: 'x' }, 'mcp-client'],
  ])('%j becomes %s', (given, name) => {
    expect(agentName(given)).toBe(name)
  })

  it('is always one that the audit log takes, on one line and without a blank', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (given) => {
        const name = agentName(given)
        expect(name).not.toMatch(/\s/)
        expect(() => reachOf({ agent: name })).not.toThrow()
      }),
    )
  })
})
