import { expect, it } from 'vitest'
import { readMrkdwn } from './mrkdwn.js'

const names = new Map([
  ['U1', ['Ann', 'ann.b']],
  ['C1', ['tides']],
])

it.each([
  ['<@U1> and <@U2|wei> and <@U3>', '@Ann and @wei and @U3'],
  ['<#C1> <#C2|locks> <#C3>', '#tides #locks #C3'],
  ['<!here> <!subteam^S1|@crew> <!date^17^{date}|yesterday>', '@here @crew yesterday'],
  [
    '<https://a.example/x|the page> <https://a.example> <http://b.example|b.example>',
    'the page (https://a.example/x) https://a.example http://b.example',
  ],
  ['<mailto:ann@a.example|ann@a.example>', 'ann@a.example'],
  ['a &lt;b&gt; &amp;amp; c', 'a <b> &amp; c'],
  ['<@__proto__> <>', '@__proto__ <>'],
])('%s', (written, shown) => {
  expect(readMrkdwn(written, names)).toBe(shown)
})

it('is linear in what is never closed', () => {
  expect(readMrkdwn('<@'.repeat(200_000), names)).toHaveLength(400_000)
})
