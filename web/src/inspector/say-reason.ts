import { words } from '../language/language.js'
import { sayList } from '../language/say-list.js'
import type { Hit } from './found.js'
import { sayPath } from './say-path.js'

type Reason = Hit['reasons'][number]

/** One thing a person can check, why an item was found or raised. */
export function sayReason(reason: Reason): string {
  switch (reason.kind) {
    case 'words':
      return t('words', sayList(reason.words))
    case 'pairs':
      return t('pairs', sayList(reason.pairs))
    case 'phrase':
      return t('phrase', sayList(reason.phrases))
    case 'speaker':
      return t('speaker', reason.speaker)
    case 'own_words':
      return t('own_words')
    case 'date':
      return t(reason.unit === 'day' ? 'sameDay' : 'sameMonth')
    case 'time_wording':
      return t('time_wording')
    case 'time':
      return t('time', reason.wording)
    case 'meaning':
      return reason.similarity > 0 ? t('meaning', reason.similarity.toFixed(2)) : t('meaningAround')
    case 'neighbours':
      return t('neighbours', percent(reason.share))
    case 'session':
      return t('session', percent(reason.share))
    case 'path':
      return sayPath(reason.path)
    case 'mentions':
      return t('mentions', reason.name)
    case 'newer':
      return t('newer')
    case 'superseded':
      return t(reason.by === null ? 'takenBack' : 'superseded')
    case 'quotes':
      return t('quotes')
    case 'age':
      return t('age', reason.factor.toFixed(2))
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

const t = words({
  en: {
    words: (found: string) => `has the words ${found}`,
    pairs: (found: string) => `has side by side ${found}`,
    phrase: (found: string) => `has the phrase ${found}`,
    speaker: (name: string) => `said by ${name}`,
    own_words: 'said by whom the question calls “I”',
    sameDay: 'from the day that is asked about',
    sameMonth: 'from the month that is asked about',
    time_wording: 'speaks of a time, and the question asks when',
    time: (wording: string) => `happened ${wording}`,
    meaning: (similarity: string) => `means much the same: ${similarity} of 1`,
    meaningAround: 'what was said around it means much the same',
    neighbours: (share: string) => `${share} from what was said around it`,
    session: (share: string) => `${share} from the rest of its conversation`,
    mentions: (name: string) => `names ${name}`,
    newer: 'newer than what says otherwise',
    takenBack: 'was taken back',
    superseded: 'something newer took its place',
    quotes: 'part of what was found',
    age: (factor: string) => `its age counts ${factor}`,
  },
  zh: {
    words: (found) => `包含字词：${found}`,
    pairs: (found) => `相邻出现：${found}`,
    phrase: (found) => `包含短语：${found}`,
    speaker: (name) => `由 ${name} 说出`,
    own_words: '是提问中“我”本人所说',
    sameDay: '发生在所问的那一天',
    sameMonth: '发生在所问的那个月',
    time_wording: '提到时间，而问题问的是何时',
    time: (wording) => `发生于 ${wording}`,
    meaning: (similarity) => `语义相近：${similarity}（满分 1）`,
    meaningAround: '前后文的语义相近',
    neighbours: (share) => `${share} 来自前后文`,
    session: (share) => `${share} 来自同一对话的其他部分`,
    mentions: (name) => `提到 ${name}`,
    newer: '比相反的说法更新',
    takenBack: '已被撤回',
    superseded: '已有更新的内容取代',
    quotes: '属于找到的内容',
    age: (factor) => `时间权重 ${factor}`,
  },
})
