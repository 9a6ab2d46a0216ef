import { type Clause, past, phraseAt, type Reader, type Subject, tell } from './clause.js'

/** What the speaker likes, prefers, cannot stand, is used to. */
export const readPreference: Reader = (clause, subject, at) => {
  if (subject.kind !== 'speaker' && subject.kind !== 'we') return -1
  const favourite = past(
    /(?:最|比较)?(?:喜欢|爱)(?:[吃喝看听玩读穿用去])?的(?=[\u4e00-\u9fa5A-Za-z ]{1,12}(?:是|就是))/y,
    clause,
    at,
  )
  if (favourite > at) {
    const is = /(?:一直|就|还)?是/g
    is.lastIndex = favourite
    const match = is.exec(clause.text)
    const value = match === null ? null : phraseAt(clause, is.lastIndex)
    if (match === null || value === null) return -1
    const noun = clause.text.slice(favourite, match.index).trim().toLowerCase() // slice-ok: whole characters
    if (/^(?:部分|地方|一点|事情?|人|时候|就)$/.test(noun)) return -1
    tell(clause, subject, { category: 'preference', attribute: `favorite.${noun}`, value })
    return value.to
  }
  const allergic = past(/对[^，]{1,10}过敏/y, clause, at)
  if (allergic > at) {
    tell(clause, subject, { category: 'identity', value: { from: at, to: allergic } })
    return allergic
  }
  const next = past(verbs, clause, at)
  if (next < 0) return -1
  const value = phraseAt(clause, next)
  if (value === null || noLiking.test(clause.text.slice(value.from, value.to))) return -1 // slice-ok: whole characters
  tell(clause, subject, { category: 'preference', value })
  return value.to
}

/** `我总是先写测试再写代码`: the adverb makes a habit of whatever follows. */
export function readHabit(clause: Clause, subject: Subject, at: number, adverbs: string): void {
  if (subject.kind !== 'speaker' || !/总是|通常|平时|一般|从来|从不/.test(adverbs)) return
  const value = phraseAt(clause, at)
  // slice-ok: whole characters
  if (value === null || noHabit.test(clause.text.slice(value.from, value.to)) || value.to - value.from < 3)
    return
  tell(clause, subject, { category: 'preference', value })
}

const noHabit = /^(?:忘|觉得|想|以为|会?忘|失眠|迟到|出错|搞不|弄不|记不|不知道|不明白|不懂|有点|很|被|没)/

const verbs =
  /(?:更|比较|最|很|非常|特别|一直|也|都|还是|不太|不怎么|不|超|挺|十分|真的)*(?:喜欢|喜爱|热爱|爱(?=[吃喝看听玩穿用去运])|偏爱|偏好|偏向|倾向于?|愿意|讨厌|厌恶|受不了|反感|习惯(?:用|了)?|宁愿|宁可|钟爱|忌口|不吃|不喝|从不|从来不|只(?=[喝吃用看穿])|总是|一般(?:都)?(?=用)|一直(?=用))/y

const noLiking = /^(?:你|这|那|它|他|她|的|吗|什么)/
