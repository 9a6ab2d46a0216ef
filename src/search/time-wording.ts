/**
 * True when a text speaks of a time ("yesterday", "last week", "in June 2023", 上周, 3月): such a turn can answer a
 * question that asks when.
 */
export function hasTimeWording(text: string): boolean {
  return TIME_WORDING.test(text)
}

// Every branch is a fixed word or a bounded run of digits: linear.
const TIME_WORDING = new RegExp(
  '(?<![\\p{L}\\p{N}])(?:yesterday|today|tonight|tomorrow|ago|recently|since|weekend|' +
    '(?:last|next|this) (?:night|week|weekend|month|year|summer|winter|spring|fall|autumn|morning|afternoon|evening|past)|' +
    '(?:last |next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|' +
    '(?:day|week|month|year)s?|' +
    'january|february|march|april|june|july|august|september|october|november|december|(?:19|20)\\d\\d)' +
    '(?![\\p{L}\\p{N}])|' +
    '昨天|前天|今天|明天|后天|昨晚|今晚|去年|今年|明年|前年|上周|上星期|上个月|这周|这个月|本周|本月|下周|下个月|周末|' +
    '\\d{1,2} ?[月日号]|星期[一二三四五六日天]|周[一二三四五六日]|礼拜|之前|以前|最近',
  'iu',
)
