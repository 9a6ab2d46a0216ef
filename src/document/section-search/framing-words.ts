/**
 * Whether an English word, in its folded form, only frames a question: "I would like to know whether …". Whoever asks
 * politely asks for no more, so that such words cover nothing, and nobody misses them.
 */
export function isFraming(form: string): boolean {
  return FRAMING.has(form)
}

/** The question without what frames one in Chinese, where words do not stand apart; itself where nothing else is left. */
export function withoutFraming(question: string): string {
  const rest = question.replace(CHINESE, ' ')
  return /[\p{L}\p{N}]/u.test(rest) ? rest : question
}

const FRAMING: ReadonlySet<string> = new Set(
  (
    'hello hi hey dear greetings thanks thank kindly sorry excuse like ask asking question tell telling say says saying said ' +
    'whether know wonder wondering anything something would could want wish explain describe'
  ).split(' '),
)

const CHINESE =
  /请问一下|请问|请告诉我|请告诉|告诉我|告诉|我想知道|想知道|我想问一下|我想问|想问一下|我想了解|想了解|麻烦您|麻烦你|麻烦问|你好|您好|谢谢|請問|請告訴我|告訴我|我想知道/g
