import { describe, expect, it } from 'vitest'
import { denseEmbedder } from '../../test/embedding/dense-embedder.mjs'
import { estimateTokens } from '../text/tokens.js'
import { passagesToEmbed } from './embedded-text.js'

const { model } = denseEmbedder({ maxTokens: 40 })
const english = { ...model, languages: 'english' } as const

describe('passagesToEmbed', () => {
  it('puts who says it in front of every passage, within the room that the model has', () => {
    const body = 'Mia moved to Lisbon in March, and the cat came along. '.repeat(12)
    const passages = passagesToEmbed({ body, speaker: 'Ann' }, model)
    expect(passages.length).toBeGreaterThan(3)
    for (const passage of passages) {
      expect(passage).toMatch(/^Ann: /)
      expect(estimateTokens(passage)).toBeLessThanOrEqual(model.maxTokens + 1)
    }
    expect([...passages].map((passage) => passage.replace('Ann: ', '')).join('')).toBe(body)
  })

  it('takes a text without a speaker as it is', () => {
    expect(passagesToEmbed({ body: 'a note', speaker: null }, model)).toEqual(['a note'])
    expect(passagesToEmbed({ body: 'a note', speaker: '' }, model)).toEqual(['a note'])
  })

  it('leaves room for the text whatever the name of the speaker', () => {
    const passages = passagesToEmbed({ body: 'hello there', speaker: '文'.repeat(500) }, model)
    expect([...passages].join('')).toContain('hello')
  })

  it.each(['我们讨论了部署方案', 'где живёт Миа?', 'ミアはどこ', 'mia 我们讨论了部署方案'])(
    'leaves %s to models that know its script',
    (body) => {
      expect(passagesToEmbed({ body, speaker: 'Ann' }, english)).toBe('language')
      expect(passagesToEmbed({ body, speaker: null }, model)).toEqual([body])
    },
  )

  it.each(['café déjà vu', '3.14159', '🎉🎉', 'deploy 部署', 'Straße nach Łódź'])('takes %s', (body) => {
    expect(passagesToEmbed({ body, speaker: null }, english)).toEqual([body])
  })
})
