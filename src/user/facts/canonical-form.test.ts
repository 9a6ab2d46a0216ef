import { expect, it } from 'vitest'
import { canonicalForm } from './canonical-form.js'

it('takes no notice of case, spaces, and punctuation and dashes at the end', () => {
  for (const same of ['I like  TEA', 'i like tea.', ' I like tea —', 'I like\ntea!!', 'Ｉ like tea…'])
    expect(canonicalForm(same)).toBe('i like tea')
  expect(canonicalForm('我喜欢茶。')).toBe(canonicalForm('我喜欢茶！'))
})

it('keeps what belongs to a name', () => {
  expect(canonicalForm('I like C#.')).not.toBe(canonicalForm('I like C.'))
  expect(canonicalForm('I like C++')).not.toBe(canonicalForm('I like C'))
  expect(canonicalForm('...')).toBe('...')
})
