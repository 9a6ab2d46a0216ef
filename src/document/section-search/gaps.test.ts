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
