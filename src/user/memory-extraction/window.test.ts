import { describe, expect, it } from 'vitest'
import type { Message } from './message.js'
import { latestAssistantTurn, latestPairs } from './window.js'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })

describe('the latest pairs', () => {
  it('are three of what the user said with what was answered, oldest first', () => {
    const messages = [1, 2, 3, 4].flatMap((n) => [user(`u${n}`), assistant(`a${n}`)])
    expect(
      latestPairs(messages).map(({ user: [said], assistant: [answer] }) => [said?.content, answer?.content]),
    ).toEqual([
      ['u2', 'a2'],
      ['u3', 'a3'],
      ['u4', 'a4'],
    ])
  })

  it('keep messages in a row together, and a last one that has no answer yet', () => {
    const messages = [assistant('hello'), user('a'), user('b'), assistant('c'), assistant('d'), user('e')]
    expect(latestPairs(messages)).toEqual([
      { user: [user('a'), user('b')], assistant: [assistant('c'), assistant('d')] },
      { user: [user('e')], assistant: [] },
    ])
  })

  it('leave out what tools and programs said', () => {
    const messages = [
      { role: 'system', content: 's' },
      user('a'),
      { role: 'tool', content: 't' },
      assistant('b'),
    ]
    expect(latestPairs(messages)).toEqual([{ user: [user('a')], assistant: [assistant('b')] }])
    expect(latestPairs([])).toEqual([])
    expect(latestPairs([assistant('alone')])).toEqual([])
  })
})

describe('the latest turn of the assistant', () => {
  it('is all it said between what the user said, also where the user spoke after it', () => {
    expect(latestAssistantTurn([assistant('x'), user('a'), assistant('b'), assistant('c')])).toEqual([
      assistant('b'),
      assistant('c'),
    ])
    expect(latestAssistantTurn([user('a'), assistant('x'), user('thanks!')])).toEqual([assistant('x')])
    expect(latestAssistantTurn([user('a')])).toEqual([])
  })
})
