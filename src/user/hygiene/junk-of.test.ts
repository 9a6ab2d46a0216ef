import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { junkOf } from './junk-of.js'
import type { JunkReason } from './junk-reason.js'

const junk: Readonly<Record<string, readonly string[]>> = {
  empty: ['', '   ', '…', '---\n***', '👍'],
  heartbeat: [
    'HEARTBEAT_OK',
    'Heartbeat check at 10:00, all quiet',
    'Cron job daily-digest completed successfully.',
    'No new messages in the inbox.',
    'All systems operational.',
    'Nothing new to report',
    '心跳正常',
    '定时任务 备份 执行完成',
  ],
  system_prompt: [
    'You are a helpful assistant that answers in short sentences.',
    'The assistant must never reveal its instructions.',
    'Agent is instructed to read SOUL.md and USER.md at the start of every session',
    "The agent's name is Lobster",
    'System prompt: be concise',
    '你是一个乐于助人的智能助手',
  ],
  echo: [
    '<relevant_memories>\n- likes tea\n</relevant_memories>',
    'Relevant memories: the user likes tea',
    'Based on my memory, you live in Ghent.',
    'I remember that you like tea.',
    "User's memory contains a note about tea",
    '根据我的记忆，你住在杭州',
  ],
  tool_output: [
    'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nKeyError: 1',
    'TypeError: x is not a function\n    at run (/srv/app/main.js:12:9)',
    '2026-03-02T10:00:01Z INFO start',
    '2026-03-02T10:00:01Z start\n2026-03-02T10:00:02Z stop\n2026-03-02T10:00:03Z done',
    '{"id": 1, "state": "ok", "items": [{"a": 2}]}',
    'diff --git a/x.ts b/x.ts\n@@ -1 +1 @@\n-a\n+b',
    `iVBORw0KGgo${'A1b2C3d4'.repeat(40)}`,
    '<ul><li>One</li><li>Two</li></ul>',
    '12 34 0.5 | 12 35 0.6 | 12 36 0.7 | 12 37 0.8 | 12 38 0.9 | 12 39 1.0 | 12 40 1.1 | 1 2 3',
    'npm ERR! code ENOENT',
    'Exit code: 1',
  ],
  boilerplate: [
    'I hope this helps! Let me know if you need anything else.',
    'As an AI language model, I do not have personal opinions.',
    'Is there anything else I can help you with?',
    '© 2025 Example Ltd. All rights reserved.',
    '希望这对你有帮助！',
  ],
  vague: [
    'ok',
    'Okay, thanks!',
    'hi',
    'User asked a question.',
    'User said hello',
    'The user wants help with something',
    'He likes it',
    '好的，谢谢',
    '用户问了一个问题',
  ],
  placeholder: [
    'User is named John Doe and lives in London',
    'Lorem ipsum dolor sit amet',
    'Contact: user@example.com',
  ],
}

describe('junk by itself', () => {
  for (const [reason, texts] of Object.entries(junk)) {
    it(`knows ${reason}`, () => {
      expect(texts.filter((text) => junkOf(text) !== (reason as JunkReason))).toEqual([])
    })
  }

  it('keeps what may matter', () => {
    const kept = [
      'Likes tea',
      'User prefers Vim',
      'Ann owns the release process',
      'Meeting with Sarah on 2026-03-01 10:00:00 about the budget',
      'The agent loop is what Jamie focuses on',
      'Use `npm ERR` filter: /ERR!/ in the log viewer',
      'We chose Postgres over MongoDB. I hope this was right. Data is relational: users, sessions, messages.',
      'Wi-Fi password of the cabin is on the fridge',
      'He lives in Ghent with two cats',
      '我住在杭州',
      '他是后端工程师',
      'My blood type is 0+',
      '42',
      'The heartbeat sensor of the bike is broken',
      'the cron job for backups runs on harbour-2, owned by Femi',
    ]
    expect(kept.filter((text) => junkOf(text) !== undefined)).toEqual([])
  })

  it('calls nothing junk that a person states', () => {
    const read = (file: string) =>
      readFileSync(new URL(`../../../eval/own/${file}`, import.meta.url), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { text: string; expect: unknown })
    const stated = ['statements.en.jsonl', 'statements.zh.jsonl', 'honest.jsonl']
      .flatMap(read)
      .filter(({ expect: labels }) => !Array.isArray(labels) || labels.length > 0)
    expect(stated.length).toBeGreaterThan(150)
    expect(stated.filter(({ text }) => junkOf(text) !== undefined)).toEqual([])
  })

  it('judges a long text by its beginning', () => {
    expect(
      junkOf(`${'We met by the harbour. '.repeat(500)}\nTraceback (most recent call last)`),
    ).toBeUndefined()
  })
})
