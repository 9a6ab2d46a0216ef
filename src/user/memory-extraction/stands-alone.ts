/**
 * Whether a sentence says by itself what it says, and holds for longer than a day: no pronoun that refers to what was
 * said before, no question, nobody spoken to, nothing of today.
 */
export function standsAlone(sentence: string, fewestWords: number): boolean {
  if (/[?？]/.test(sentence)) return false
  const words = sentence.match(WORD) ?? []
  const han = (sentence.match(HAN) ?? []).length
  if (words.length + han / HAN_PER_WORD < fewestWords || words.length > MOST_WORDS || han > MOST_HAN)
    return false
  return !REFERRING.test(sentence) && !PASSING.test(sentence) && !CHINESE_REFERRING.test(sentence)
}

const WORD = /[\p{Script=Latin}\p{N}]+(?:['’-][\p{Script=Latin}\p{N}]+)*/gu
const HAN = /\p{Script=Han}/gu
const HAN_PER_WORD = 1.6
const MOST_WORDS = 40
const MOST_HAN = 80

const REFERRING =
  /\b(?:it|it['’]s|its|this|these|those|them|they|they['’]re|their|he|he['’]s|she|she['’]s|him|his|her|there|here|such|you|your|you['’]re|yours|yourself|u|thanks|thank|wow|haha|lol|same|too|either|that['’]s|like that|that one|that (?:might|may|would|could|can|is|was|will|sounds|looks|makes|means)|the (?:first|second|other|latter|former)|above|below)\b|[:：]$/iu

const PASSING =
  /\b(?:today|tonight|tomorrow|yesterday|right now|at the moment|just now|this (?:morning|afternoon|evening|week|weekend|month|time)|last (?:night|week|weekend|month|time)|next (?:week|weekend|month|time)|not sure|wondering|curious|awesome|amazing|so cool|fun|exciting|having (?:trouble|issues|problems)|stuck|struggling|confused|excited|glad|sorry|going to|gonna|can['’]t wait|let me|help me|can you|could you|would like|i['’]d like|i['’]ll|i need|i want)\b/iu

const CHINESE_REFERRING =
  /它|这|那(?!么多)|他们|她们|他|她|你|您|今天|明天|昨天|刚才|现在想|吗|呢|帮我|请问|不知道|谢谢|上周|下周|这周|最近几天/u
