import type { RelationType } from '../../graph/relation-type.js'

/** What relations a question asks for. */
export interface AskedRelations {
  /** Each of something else: "where does Alex's manager live?" asks for two. Of one group, any will do. */
  readonly groups: readonly (readonly RelationType[])[]
  /** Whether the answer is a person: "who", 谁. */
  readonly asksWho: boolean
  /** Whether it is a person or a place: what the asker's own relations may answer. */
  readonly asksWhoOrWhere: boolean
}

/** `folded`: the question in lower case. */
export function askedRelations(folded: string): AskedRelations {
  const isOther = OF_ANOTHER_KIND.test(folded)
  return {
    groups: isOther ? [] : WORDS.filter(({ words }) => words.test(folded)).map(({ types }) => types),
    asksWho: WHO.test(folded),
    asksWhoOrWhere: WHO.test(folded) || WHERE.test(folded),
  }
}

const word = (words: string) => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`

const WHO = new RegExp(`${word('who|whom|whose|which person')}|谁|誰|哪位|哪个人`, 'u')

const WHERE = new RegExp(
  `${word('where|which (?:city|company|place|team)|what (?:city|company|place|team)')}|哪里|哪儿|哪个城市|哪家`,
  'u',
)

/** It asks for a number, for how, or for advice: "how many projects", "help me use". */
const OF_ANOTHER_KIND = new RegExp(
  `${word('how|(?:can|could) you|help me|recommend|suggest|should')}|多少|几|怎么|如何|推荐|建议`,
  'u',
)

interface AskedBy {
  readonly types: readonly RelationType[]
  readonly words: RegExp
}

const asked = (types: readonly RelationType[], english: string, chinese: string): AskedBy => ({
  types,
  words: new RegExp(`${word(english)}|${chinese}`, 'u'),
})

/** Words that ask for relations: verbs, and what the one at the other end is called. */
const WORDS: readonly AskedBy[] = [
  asked(
    ['owns', 'leads', 'assigned_to'],
    'owns?|owner|owners|owned|review|reviews|reviewer|maintain|maintains|maintainer|responsible|in charge|' +
      'takes? care|looks? after|handles?',
    '负责|审核|评审|维护|主管',
  ),
  asked(
    ['has_authority', 'decided', 'owns'],
    'decide|decides|decided|decision maker|authority|final say|approve|approves|approval|signs? off|has a say',
    '决定|拍板|批准|说了算',
  ),
  asked(
    ['reports_to', 'manages'],
    'manager|managers|manage|manages|managed|boss|supervisor|reports? to|reporting to|direct reports?',
    '汇报|上级|老板|经理|领导|下属|上司',
  ),
  asked(['mentors'], 'mentor|mentors|mentored|mentoring|coach|coaches', '导师|指导|带教'),
  asked(
    ['works_at'],
    'works? (?:at|for)|working (?:at|for)|employer|employed|company|job',
    '公司|任职|雇主|上班',
  ),
  asked(
    ['works_on', 'assigned_to', 'focuses_on', 'member_of'],
    'works? on|working on|assigned|project|projects|focus|focuses|focused',
    '参与|项目|在做|专注',
  ),
  asked(
    ['works_with', 'meets_with'],
    'works? with|working with|colleagues?|teammates?|coworkers?',
    '同事|合作',
  ),
  asked(['leads', 'manages'], 'leads?|leader|leading|heads?|head of|runs?', '带领|领导|负责人|组长'),
  asked(['lives_in'], 'lives?|living|home|resides?|moved|based in', '住|居住|搬到|家在'),
  asked(['part_of', 'member_of'], 'part of|belongs? to|members?|team|consists? of', '属于|成员|团队|组成'),
  asked(['uses'], 'uses?|using', '使用|在用'),
  asked(['depends_on'], 'depends?|depending|dependency|dependencies|relies|rely', '依赖'),
  asked(
    ['decided', 'applies_to', 'rejected'],
    'chose|chosen|rejected|alternatives?|instead of',
    '选择|否决|替代',
  ),
  asked(['meets_with'], 'meets?|meeting|meetings|1:1s?|one-on-ones?|syncs?', '见面|开会|会议|一对一'),
  asked(['spouse_of'], 'wife|husband|spouse|partner|married', '妻子|丈夫|老婆|老公|太太|先生|结婚|配偶'),
  asked(['friend_of'], 'friends?', '朋友'),
  asked(
    ['parent_of'],
    'parents?|mother|father|mom|mum|dad|sons?|daughters?|child|children|kids?',
    '父母|父亲|母亲|爸|妈|儿子|女儿|孩子',
  ),
  asked(['sibling_of'], 'brothers?|sisters?|siblings?', '兄弟|姐妹|哥哥|姐姐|弟弟|妹妹'),
]
