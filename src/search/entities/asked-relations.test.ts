import { describe, expect, it } from 'vitest'
import { relationTypes } from '../../graph/relation-type.js'
import { askedRelations } from './asked-relations.js'

const types = (question: string) => askedRelations(question.toLowerCase()).groups.flat()

describe('the relations that a question asks for', () => {
  it.each([
    ['Who reviews changes to the web chat UI?', 'owns'],
    ['who decides about feature scope?', 'has_authority'],
    ['Who does Alex report to?', 'reports_to'],
    ['Where does Mia live?', 'lives_in'],
    ['Who is Mia’s mentor?', 'mentors'],
    ['Which company does she work for?', 'works_at'],
    ['Who is his wife?', 'spouse_of'],
    ['What depends on the billing service?', 'depends_on'],
    ['谁负责支付系统？', 'owns'],
    ['谁是他的导师？', 'mentors'],
    ['她住在哪里？', 'lives_in'],
  ])('of "%s" are among others %s', (question, type) => {
    expect(types(question)).toContain(type)
  })

  it('are two where two are asked for', () => {
    expect(askedRelations("where does alex's manager live?").groups).toHaveLength(2)
  })

  it('are none in a question about something else', () => {
    expect(askedRelations('what did the cat eat?')).toEqual({
      groups: [],
      asksWho: false,
      asksWhoOrWhere: false,
    })
  })

  it('are known relations, and each is asked for by some words', () => {
    const asked = new Set(types(EVERYTHING))
    expect(relationTypes.filter((type) => !asked.has(type))).toEqual([])
  })
})

const EVERYTHING =
  'owner decides manager mentor works at works on works with leads lives part of uses depends on rejected meeting ' +
  'wife friend mother sister'
