import { describe, expect, it } from 'vitest'
import type { Span } from '../../text/span.js'
import { extract } from './extract.js'
import type { Party } from './extracted.js'

/** What was stated, in words: `who relation whom`, `who attribute: value`, `category: value`. */
function told(text: string): string[] {
  const { entities, statements } = extract(text)
  const of = ([start, end]: Span) => text.substring(start, end)
  const nameOf = (party: Party) => (party === 'speaker' ? 'me' : of(entities[party]!.names[0]!))
  return statements.map(({ category, subject, attribute, value, relation }) => {
    if (relation !== null && attribute !== 'location' && attribute !== 'employer') {
      return `${nameOf(subject)} ${relation.type} ${nameOf(relation.object)}`
    }
    return attribute === null ? `${category}: ${of(value)}` : `${nameOf(subject)} ${attribute}: ${of(value)}`
  })
}

function decided(text: string) {
  const { entities, decisions } = extract(text)
  const of = ([start, end]: Span) => text.substring(start, end)
  return decisions.map((decision) => ({
    choice: decision.choice === null ? null : of(decision.choice),
    not: decision.alternatives.map(of),
    because: decision.reasons.map(of),
    costs: decision.tradeOffs.map(of),
    for: decision.appliesTo.map((party) => of(entities[party]!.names[0]!)),
  }))
}

describe('extraction from what people say', () => {
  it('reads who the speaker is, several things from one text', () => {
    const text =
      'Hi, my name is Bob Stone. I live in Oslo and work as a nurse at St. Olav Hospital. I just turned 34.'
    expect(told(text)).toEqual([
      'me name: Bob Stone',
      'me location: Oslo',
      'me profession: nurse',
      'me employer: St. Olav Hospital',
      'me age: 34',
    ])
  })

  it('keeps an attribute beside the relation of a home, an employer and a manager', () => {
    const { statements } = extract('Mia moved to Lisbon. Mia works at Acme and reports to Tom Lee.')
    expect(statements.map(({ attribute, relation }) => [attribute, relation?.type])).toEqual([
      ['location', 'lives_in'],
      ['employer', 'works_at'],
      ['manager', 'reports_to'],
    ])
  })

  it('reads likes, habits, favourites and standing instructions', () => {
    expect(told('I prefer short answers.')).toEqual(['preference: short answers'])
    expect(told("i can't stand phone calls")).toEqual(['preference: phone calls'])
    expect(told('My favourite colours are teal and grey.')).toEqual(['me favorite.color: teal and grey'])
    expect(told('From now on, always answer in French.')).toEqual([
      'instruction: From now on, always answer in French',
    ])
    expect(told('Could you always answer in Dutch?')).toEqual([
      'instruction: Could you always answer in Dutch',
    ])
  })

  it('reads a team: roles, reports, authority, ownership, mentoring, meetings and tools', () => {
    const text = `Here is who we are:
- Noor Haddad is my product manager; she has final say on scope and pricing
- Tomás Vidal is my tech lead; he owns architecture decisions and mentors junior devs
- Ines Roth is a backend engineer; she reports to Tomás and focuses on the parser
- Noor and Tomás have weekly 1:1s on Monday mornings to align product and tech
- The team uses GitHub for code review and Linear for task tracking`
    expect(told(text)).toEqual([
      'Noor Haddad role: product manager',
      'Noor Haddad has_authority scope',
      'Noor Haddad has_authority pricing',
      'Tomás Vidal role: tech lead',
      'Tomás Vidal owns architecture decisions',
      'Tomás Vidal mentors junior devs',
      'Ines Roth role: backend engineer',
      'Ines Roth reports_to Tomás Vidal',
      'Ines Roth focuses_on parser',
      'Noor Haddad meets_with Tomás Vidal',
      'team uses GitHub',
      'team uses Linear',
    ])
  })

  it('says when people meet and what for, and what a tool is for', () => {
    const text =
      'Noor and Tomás have weekly 1:1s on Monday mornings to align. The team uses Linear for task tracking.'
    const attributes = extract(text).statements.flatMap(({ relation }) => relation?.attributes ?? [])
    expect(attributes.map(({ name, value }) => [name, text.substring(...value)])).toEqual([
      ['schedule', 'weekly 1:1s on Monday mornings'],
      ['purpose', 'align'],
      ['purpose', 'task tracking'],
    ])
  })

  it('names each once, the fullest name first', () => {
    const text = 'Sarah Chen leads search. Sarah lives in Oslo. Dr. Chen owns billing.'
    const { entities } = extract(text)
    const people = entities.filter(({ type }) => type === 'person')
    expect(people.map(({ names }) => names.map((span) => text.substring(...span)))).toEqual([
      ['Sarah Chen', 'Dr. Chen', 'Sarah'],
    ])
  })

  it('reads names with particles, hyphens, initials and apostrophes, and none in capitals', () => {
    expect(told('Jean-Luc de la Croix reports to J. R. Okafor.')).toEqual([
      'Jean-Luc de la Croix reports_to J. R. Okafor',
    ])
    expect(told("Maria O'Connor manages Abdul-Rahman.")).toEqual(["Maria O'Connor manages Abdul-Rahman"])
    expect(told('i work with priya on the billing service')).toEqual([
      'me works_with priya',
      'me works_on billing service',
    ])
  })

  it('reads Chinese, where a subject holds until another comes', () => {
    expect(told('我叫李明，今年30岁，住在上海，在腾讯做后端开发。')).toEqual([
      'me name: 李明',
      'me age: 30',
      'me location: 上海',
      'me employer: 腾讯',
      'me profession: 后端开发',
    ])
    expect(told('王芳是我的产品经理，她对功能范围有最终决定权。张伟向王芳汇报，指导新人。')).toEqual([
      '王芳 role: 产品经理',
      '王芳 has_authority 功能范围',
      '张伟 reports_to 王芳',
      '张伟 mentors 新人',
    ])
    expect(told('以后写代码，都用TypeScript。')).toEqual(['instruction: 以后写代码，都用TypeScript'])
  })
})

describe('what states nothing', () => {
  it.each([
    ...[
      'if I lived in Paris I would be happy',
      'does he work at Acme?',
      "she said 'I hate tea'",
      'I might move to Rome.',
    ],
    ...[
      'I want to work at Google one day',
      "I don't live in Berlin anymore",
      'I used to be a chef',
      'Who owns billing',
    ],
    ...[
      'In my novel, Anna lives in Prague.',
      'Translate to German: I live in Oslo.',
      '> I live in Rome',
      'Never mind.',
    ],
    ...[
      'User: I live in Rome',
      '```\nI live in Rome\n```',
      'My code lives in the src folder.',
      'Call me tomorrow.',
    ],
    ...['Tom said that Ana moved to Rome.', 'Maybe Ana is the tech lead.', 'I like it.', "I'd like a table."],
    ...[
      '如果我住在巴黎就好了。',
      '他在谷歌工作吗？',
      '我不住在北京。',
      '小红说“我讨厌茶”。',
      '我想搬到北京。',
    ],
    ...['请翻译：我住在上海。', '我可能明年搬到深圳', '我在开会。', '请问这个怎么用'],
  ])('%s', (text) => {
    expect(extract(text)).toEqual({ entities: [], statements: [], decisions: [] })
  })

  it('is what a picture in base64 holds, nor are there names in it', () => {
    expect(extract(`Th${'EACIAACIA'.repeat(200)}`).entities).toEqual([])
  })
})

describe('decisions', () => {
  it('keeps choice, alternatives, reasons, costs and what it is for from a text under labels', () => {
    const text = `Save this decision:

Decision: Use PostgreSQL instead of MongoDB for the user database in Harbour.

Reasoning:

• Our queries are relational
• We need transactions

Trade-offs accepted: Harder scaling. Migrations for every change.

Store it properly.`
    expect(decided(text)).toEqual([
      {
        choice: 'PostgreSQL',
        not: ['MongoDB'],
        because: ['Our queries are relational', 'We need transactions'],
        costs: ['Harder scaling', 'Migrations for every change'],
        for: ['Harbour'],
      },
    ])
  })

  it('reads headings, numbers and Chinese labels alike', () => {
    expect(decided('## Decision\n\nUse Rust over Go\n\n### Reasons\n1. Speed\n2. Safety')).toEqual([
      { choice: 'Rust', not: ['Go'], because: ['Speed', 'Safety'], costs: [], for: [] },
    ])
    expect(decided('决定：支付服务使用Redis而不是Kafka\n理由：\n- 更简单\n取舍：没有回放。')).toEqual([
      { choice: 'Redis', not: ['Kafka'], because: ['更简单'], costs: ['没有回放'], for: ['支付服务'] },
    ])
  })

  it('reads what was said in passing', () => {
    expect(
      decided("let's go with Postgres instead of MySQL for the billing service because we need JSON"),
    ).toEqual([
      { choice: 'Postgres', not: ['MySQL'], because: ['we need JSON'], costs: [], for: ['billing service'] },
    ])
    expect(decided('最后我们选择了Flutter，放弃了React Native，因为团队更熟悉。')).toEqual([
      { choice: 'Flutter', not: ['React Native'], because: ['团队更熟悉'], costs: [], for: [] },
    ])
  })

  it('reads none where nothing is decided yet', () => {
    expect(decided('Should we use Tailwind instead of Bootstrap?')).toEqual([])
    expect(decided('Decision: pending')).toEqual([])
    expect(decided('我们还没决定用哪个数据库')).toEqual([])
  })
})

describe('a dialogue', () => {
  it('is read by who speaks, and what once held only when asked for', () => {
    const text =
      'Ana: I live in Oslo. This is Bo, my brother.\nBo: You are my boss. My ex-wife Eva works at Acme.'
    const { entities, statements } = extract(text, { isDialogue: true })
    const nameOf = (party: Party) =>
      party === 'speaker' ? 'me' : text.substring(...entities[party]!.names[0]!)
    expect(
      statements.map(
        ({ subject, relation }) => relation && [nameOf(subject), relation.type, nameOf(relation.object)],
      ),
    ).toEqual([
      ['Ana', 'lives_in', 'Oslo'],
      ['Ana', 'sibling_of', 'Bo'],
      ['Bo', 'reports_to', 'Ana'],
    ])
    expect(extract(text, { isDialogue: true, includesPast: true }).statements).toHaveLength(5)
    expect(extract(text).statements).toEqual([])
  })
})
