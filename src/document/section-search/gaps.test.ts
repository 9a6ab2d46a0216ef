import { describe, expect, it } from 'vitest'
import { readQuestion } from '../../search/question.js'
import { segment } from '../../text/segment.js'
import { gapsOf } from './gaps.js'

function gaps(question: string, text: string): string[] {
  const asked = readQuestion(question, { now: 0, zone: 'UTC' })
  const { words, parts } = segment(text)
  const held = new Set([...words, ...parts])
  return gapsOf(
    asked,
    asked.query.terms.map(({ token }) => (held.has(token) ? 1 : 0)),
  )
}

describe('gaps of a question', () => {
  it.each([
    ['How many days of Leave do contractors get on Mars?', 'days of leave', ['contractors', 'Mars']],
    ['公司的量子假期政策', '公司的假期政策', ['量子']],
    ['量子假期', '', ['量子假期']],
    ['my_service restarts', 'my service restart', []],
    ['my_service restarts', 'my restart', ['my_service']],
    ['service_desk service-desk serviceDesk service/desk', 'the service desk', []],
    ['service_desk', 'the service', ['service_desk']],
    ['is v2026.4.10 out?', 'in 2026, 4 or 10 times', ['v2026.4.10']],
    ['the on-call rota', 'we call a rota', []],
    ['Hello! I would like to ask about remote work', 'remote work', []],
    ['Could you say whether remote work is permitted', 'remote work', ['permitted']],
    ['是什么', 'nothing', []],
    ['what is it?', 'nothing', []],
    ['', 'nothing', []],
  ])('of %j over %j are %j', (question, text, expected) => {
    expect(gaps(question, text)).toEqual(expected)
  })

  it('are few and short', () => {
    const many = Array.from({ length: 40 }, (_, i) => `unheard${i}${'x'.repeat(200)}`).join(' ')
    const found = gaps(many, 'nothing')
    expect(found).toHaveLength(10)
    expect(Math.max(...found.map((gap) => gap.length))).toBeLessThanOrEqual(100)
  })
})
