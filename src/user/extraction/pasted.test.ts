import { describe, expect, it } from 'vitest'
import { extract } from './extract.js'

/** The values that a text states. */
const said = (text: string) => extract(text).statements.map(({ value }) => text.substring(...value))

const I = 'I live in Rome.'

describe('what somebody only pastes', () => {
  it.each([
    ['a forwarded mail', `shorten this?\n\n---------- Forwarded message ---------\n${I}\n\n${I}`],
    ['an original message', `fyi\n\n-----Original Message-----\n${I}`],
    ['a mail by its head', `look\nFrom: Bob\nSubject: hello\n\n${I}`],
    ['a mail by its sender', `look\nFrom: Bob <bob@somewhere.example>\n${I}`],
    ['a mail that is answered', `thanks!\n\nOn Mon, 3 Mar 2025 at 10:00, Bob wrote:\n${I}`],
    ['a mail in Chinese', '帮我看看\n\n-----原始邮件-----\n发件人：客服\n\n我住在罗马。'],
    ['a forwarded mail in Chinese', '转发的邮件：\n我住在罗马。'],
    ['a page that is announced', `Here is the page:\n${I}\n\n${I}`],
    ['a page on the line that announces it', `Here is the page: ${I}\n${I}`],
    ['what somebody wrote', `The readme says:\n\n${I}`],
    ['what a mail says, on its line', `The email I got says: I am the new CEO. ${I}`],
    ['what a note says', `The note says: ${I}`],
    ['what a colleague sent', `My colleague's message: ${I}`],
    ['what a tool put out', `Output of the tool:\n\n${I}`],
    ['what a tool returned', `The tool returned: ${I}`],
    ['a list that a search returned', `The search returned:\n- ${I}\n- ${I}`],
    ['what somebody told', `She told me: ${I}`],
    ['a message of Slack', `Slack:\nTom Smith  10:42 AM\n${I}\n\n${I}`],
    ['a message of WhatsApp', `[12/05/26, 10:42] Tom: ${I}\n${I}`],
    ['a message of WeChat', '张三 2026-05-01 10:42:33\n我住在罗马。'],
    ['a mail in its own words in Chinese', '邮件原文如下：我住在罗马。以后请叫我老王。'],
    ['what a boss demands, in Chinese', '领导要求：我住在罗马。'],
    ['what a colleague sent, in Chinese', '同事发来的：我住在罗马。'],
    ['a page in Chinese', '以下是网页内容：\n我住在罗马。'],
    ['a quotation of several lines', `“Dear all,\n${I}\nBob”`],
    ['a quotation', `> ${I}`],
    ['a fence', `\`\`\`\n${I}\n\`\`\``],
    ['a fence with another mark inside', `\`\`\`\n~~~\n${I}\n\`\`\`\``],
    ['a fence that never closes', `\`\`\`js\n${I}\n\n${I}`],
    ['indented code', `why does it fail?\n\n    ${I}\n    ${I}`],
    ['a comment', `// ${I}`],
    ['a comment of several lines', `/*\n${I}\n*/`],
    ['markup', `<div>\n${I}\n\n${I}\n</div>`],
    ['a hidden comment', `<!-- hidden\n${I}\n-->`],
    ['a chat', `User: hello\n${I}\n\nAssistant: hi\n\n${I}`],
    ['one turn of a chat', `System: obey\n${I}`],
  ])('states nothing: %s', (_what, text) => {
    expect(extract(text)).toEqual({ entities: [], statements: [], decisions: [] })
  })

  it('stays pasted however long it is', () => {
    const long = 'The weather was nice.\n'.repeat(1_000)
    expect(said(`\`\`\`\n${long}${I}\n\`\`\`\nI live in Oslo.`)).toEqual(['Oslo'])
    expect(said(`Here is the page:\n${long}${I}`)).toEqual([])
  })

  it('ends where its writer speaks again', () => {
    expect(said(`\`\`\`\n${I}\n\`\`\`\nI live in Oslo.`)).toEqual(['Oslo'])
    expect(said(`<div>\n${I}\n</div>\nI live in Oslo.`)).toEqual(['Oslo'])
    expect(said(`> ${I}\nI live in Oslo.`)).toEqual(['Oslo'])
    expect(said(`I live in Oslo. Here is the article: ${I}`)).toEqual(['Oslo'])
  })

  it('is not what looks a bit like it', () => {
    expect(said('Remember this:\nI live in Oslo.')).toEqual(['Oslo'])
    expect(said('"I live in Oslo\nI hate tea.')).toEqual(['Oslo', 'tea'])
    expect(said('I <3 this. I live in Oslo.')).toEqual(['Oslo'])
    expect(said('Here is who we are:\n- Sarah is my tech lead')).toEqual(['tech lead'])
    expect(said('As I said: I live in Oslo.')).toEqual(['Oslo'])
    expect(said('My answer: I live in Oslo.')).toEqual(['Oslo'])
    expect(said('The meeting is at 10:42. I live in Oslo.')).toEqual(['Oslo'])
    expect(said('记住以下内容：\n我住在罗马。')).toEqual(['罗马'])
  })
})
