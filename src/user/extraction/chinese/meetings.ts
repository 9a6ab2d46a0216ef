import { type Clause, type Person, past, personsAt, type Subject, spanOf, tell } from './clause.js'

/** `每周一上午开会`, of those the clause is about. */
export function meets(clause: Clause, subject: Subject, at: number): number {
  return meeting(clause, subject, at, [])
}

const schedule =
  /(?:在)?(?:每个?(?:工作日|星期|天|周|月|两周|隔周)?[一二三四五六日天末]?|周[一二三四五六日天末]|每两周|隔周)(?:的|早上|上午|中午|下午|晚上|早晨|傍晚|[\d一二三四五六七八九十]{1,3}[点时号](?:半)?|[、和]周[一二三四五六日])*/y
const gathers =
  /(?:都|会|要|固定)?(?:[\u4e00-\u9fa5A-Za-z\d:]{0,6}?)(?:开(?:一次|个)?(?:[\u4e00-\u9fa5\d:]{0,6})?会|一对一|1:1|1对1|碰头|碰面|例会|同步|站会|周会|见面|开周会|碰(?:一次|一下|个头)?)/y

/** `每周一上午开一对一会议，对齐产品和技术`. */
export function meeting(clause: Clause, subject: Subject, at: number, others: readonly Person[]): number {
  const { text } = clause
  const begin = text.charAt(at - 1) === '每' ? at - 1 : at
  const to = past(schedule, clause, begin)
  if (to < 0) return -1
  const withWhom = past(/(?:都|会)?(?:和|跟|与)/y, clause, to)
  const met = withWhom < 0 ? past(gathers, clause, to) : -1
  const more = withWhom > 0 ? personsAt(clause, withWhom) : null
  const all = more === null ? others : [...others, ...more.items]
  const end = met > 0 ? met : more !== null ? past(gathers, clause, more.to) : -1
  if (end < 0) return -1
  const attributes = [{ name: 'schedule' as const, value: spanOf(clause, { from: begin, to }) }]
  const pairs =
    all.length > 0
      ? subject.parties.flatMap((one) => all.map(({ party }) => [one, party] as const))
      : subject.parties.flatMap((one, index) =>
          subject.parties.slice(index + 1).map((other) => [one, other] as const),
        )
  for (const [one, other] of pairs) {
    tell(clause, subject, {
      category: 'relation',
      value: { from: begin, to: end },
      relation: { type: 'meets_with', object: other, attributes },
      about: one,
    })
  }
  return pairs.length > 0 ? end : -1
}
