import { past, phraseAt, type Reader, tell } from './clause.js'

/** What the speaker likes, prefers, cannot stand, is used to. */
export const readPreference: Reader = (clause, subject, at) => {
  if (subject.kind !== 'speaker' && subject.kind !== 'we') return -1
  const favourite = past(/(?:最|比较)?(?:喜欢|爱)的(?=[\u4e00-\u9fa5A-Za-z ]{1,12}(?:是|就是))/y, clause, at)
  if (favourite > at) {
    const is = /(?:一直|就|还)?是/g
    is.lastIndex = favourite
    const match = is.exec(clause.text)
    const value = match === null ? null : phraseAt(clause, is.lastIndex)
    if (match === null || value === null) return -1
    const noun = clause.text.slice(favourite, match.index).trim().toLowerCase() // slice-ok: whole characters
    tell(clause, subject, { category: 'preference', attribute: `favorite.${noun}`, value })
    return value.to
  }
  const next = past(verbs, clause, at)
  if (next < 0) return -1
  const value = phraseAt(clause, next)
  if (value === null || noLiking.test(clause.text.slice(value.from, value.to))) return -1 // slice-ok: whole characters
  tell(clause, subject, { category: 'preference', value })
  return value.to
}

const verbs =
  /(?:更|比较|最|很|非常|特别|一直|也|都|还是|不太|不怎么|不|超|挺|十分|真的)*(?:喜欢|喜爱|热爱|爱(?=[吃喝看听玩穿用去运])|偏爱|偏好|偏向|倾向于?|愿意|讨厌|厌恶|受不了|反感|习惯(?:用|了)?|宁愿|宁可|钟爱|忌口|不吃|不喝|从不|从来不|只(?=[喝吃用看穿])|总是|一般(?:都)?(?=用)|一直(?=用)|对(?=[^，]{1,8}过敏))/y

const noLiking = /^(?:你|这|那|它|他|她|的|吗|什么)/
