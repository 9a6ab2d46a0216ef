import { type Clause, mention, past, phraseAt, type Subject, spanOf, tell } from './clause.js'

/** `用 GitHub 做代码评审，用 Linear 跟踪任务`. Answers the end, or -1. */
export function uses(clause: Clause, subject: Subject, at: number): number {
  let end = -1
  for (let from = at; from < clause.text.length; ) {
    const to = past(
      /[A-Za-z][\w.+#-]{0,30}(?: [A-Z][\w.+#-]{0,30}){0,2}|(?:飞书|钉钉|企业微信|微信|石墨|语雀|禅道|腾讯文档|腾讯会议)/y,
      clause,
      past(/\s*/y, clause, from),
    )
    if (to < 0) break
    const part = { from: past(/\s*/y, clause, from), to }
    const purposeFrom = past(/\s*(?:来|进行|做|作为|去)?/y, clause, to)
    const purpose = phraseAt(
      clause,
      Math.max(purposeFrom, to),
      /[、，]|和?(?:用|使用)(?=\s?[A-Za-z])|和(?=\s?[A-Z])/g,
    )
    const object = mention(clause, part, 'tool')
    const hasPurpose = purpose !== null && purpose.from >= to && purpose.to > to
    tell(clause, subject, {
      category: 'relation',
      value: part,
      ...(hasPurpose ? { to: purpose.to } : {}),
      relation: {
        type: 'uses',
        object,
        attributes: hasPurpose ? [{ name: 'purpose', value: spanOf(clause, purpose) }] : [],
      },
    })
    end = hasPurpose ? purpose.to : to
    const next = past(/\s*[、和与，]?\s*(?:以及)?(?:用|使用)?/y, clause, end)
    if (next <= end) break
    from = next
  }
  return end
}
