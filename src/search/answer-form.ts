/** What an answer must have in it to be one: a number, a time of day, a length of time. */
export interface AnswerForm {
  /** Whether a text, in any case, has such a thing. */
  isIn(text: string): boolean
  /** What is counted, as the question spells it, where it says so: "how many *playlists*". */
  readonly counted: string | null
}

/** The form that a question's answer has; undefined where any words may answer. `folded`: in lower case. */
export function answerForm(folded: string): AnswerForm | undefined {
  const form = FORMS.find(({ asked }) => asked.test(folded))
  if (form === undefined) return undefined
  const counted = COUNTED.exec(folded)?.[1] ?? null
  return { isIn: (text) => form.answer.test(text), counted: counted === 'times' ? null : counted }
}

const COUNTED = /(?<!\p{L})how (?:many|much) (?:(?:more|of|the|my|new|free) ){0,3}([\p{L}\p{N}]+)/u

const word = (words: string) => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`

/** "this one playlist" counts nothing. */
const NUMERAL =
  '(?<!(?:this|that|the|which|any|some|no|each|every|last|only|another) )one(?! of)|' +
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|' +
  'nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|' +
  'single|half|several|couple|once|twice|zero|no|none|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth'
const HAN_NUMERAL = '[零一二两三四五六七八九十百千万半]'
const NUMBER = `\\d|${word(NUMERAL)}|${HAN_NUMERAL}`
const UNITS = 'seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|decades?|pages?'
const WEEKDAY = 'mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekends?'

interface Form {
  readonly asked: RegExp
  readonly answer: RegExp
}

// Every pattern is a fixed word, or one of few behind a bounded run: linear.
const FORMS: readonly Form[] = [
  {
    asked: new RegExp(`${word('how long')}|多久|多长时间`, 'u'),
    answer: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:\\d[\\d.,]{0,8}|${NUMERAL}|an?|few)[ -]{1,2}(?:(?:more|full|whole|half) )?(?:${UNITS})(?!\\p{L})|` +
        `(?:\\d|${HAN_NUMERAL})个?半?(?:秒|分钟|小时|钟头|天|周|星期|月|年)`,
      'iu',
    ),
  },
  {
    asked: new RegExp(`${word('how often')}|多久一次|多常`, 'u'),
    answer: new RegExp(
      `${word(
        'every|each|once|twice|daily|weekly|biweekly|monthly|yearly|annually|times?|always|never|rarely|often|usually|' +
          'sometimes|regularly',
      )}|每|次|经常|偶尔|总是|从不`,
      'iu',
    ),
  },
  {
    asked: new RegExp(`${word('what time')}|几点`, 'u'),
    answer: /\d|o['’]clock|noon|midnight|点|中午|半夜/iu,
  },
  {
    asked: new RegExp(`${word('(?:what|which) days?')}|星期几|周几|礼拜几|哪天|哪一天`, 'u'),
    answer: new RegExp(`${word(`${WEEKDAY}|daily|everyday|every day`)}|\\d|星期|周|礼拜|每天`, 'iu'),
  },
  {
    asked: new RegExp(
      `${word('how (?:many|much|far|old|big|tall|high|fast|heavy|large|deep)')}|多少|多大|多高|多重|多远|几(?![乎何])`,
      'u',
    ),
    answer: new RegExp(NUMBER, 'iu'),
  },
]
