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

describe('extraction from more than one name or clause', () => {
  it('reads whose somebody is by a pronoun and by `of mine`', () => {
    expect(told('Sarah Chen leads search. Her manager is Tom Lee.')).toEqual([
      'Sarah Chen leads search',
      'Sarah Chen reports_to Tom Lee',
    ])
    expect(told('Her manager is Tom Lee.')).toEqual([])
    expect(told('Priya Nair is a friend of mine.')).toEqual(['me friend_of Priya Nair'])
  })

  it('reads who works together, and what `it` is', () => {
    expect(told('Ana and Bo work together on the parser.')).toEqual([
      'Ana works_with Bo',
      'Ana works_on parser',
      'Bo works_on parser',
    ])
    expect(told('I work on Atlas. Omar leads it.')).toEqual(['me works_on Atlas', 'Omar leads Atlas'])
    expect(told('Mia leads design and Oscar assists her.')).toEqual(['Mia leads design'])
  })

  it('makes one of two names in brackets, and begins nothing inside them', () => {
    const namesOf = (text: string) =>
      extract(text).entities.map(({ names }) => names.map((span) => text.substring(...span)))
    for (const text of ['李山 (Sam Lee) is my manager.', '李山（Sam Lee）是我的经理。']) {
      expect(namesOf(text)).toEqual([['Sam Lee', '李山']])
      expect(told(text)).toEqual(['me reports_to Sam Lee'])
    }
    expect(namesOf('Robert Smith (Bob) is my manager.')).toEqual([['Robert Smith', 'Bob']])
    expect(told('My manager is Robert Smith (Bob). Bob lives in Oslo.')).toEqual([
      'me reports_to Robert Smith',
      'Robert Smith location: Oslo',
    ])
    expect(told('Sarah Chen (Design) reports to Tom.')).toEqual(['Sarah Chen reports_to Tom'])
    expect(told('王芳（CTO）负责支付系统')).toEqual(['王芳 owns 支付系统'])
  })

  it('reads an order behind another clause', () => {
    expect(told('One more thing, always reply in English.')).toEqual(['instruction: always reply in English'])
    expect(told('I live in Oslo; always use metric units.')).toEqual([
      'instruction: always use metric units',
      'me location: Oslo',
    ])
    expect(told('Remember: never schedule meetings before 9.')).toEqual([
      'instruction: never schedule meetings before 9',
    ])
    expect(told('Unless I say otherwise, use British English.')).toHaveLength(1)
    expect(told('Unless I say otherwise, I work from home.')).toEqual([])
  })

  it('reads what is mine beside what is theirs', () => {
    expect(told("Ana's birthday is 3 May, mine is 4 June.")).toEqual([
      'Ana birthday: 3 May',
      'me birthday: 4 June',
    ])
    expect(told("Tom's favourite editor is Vim, mine is Helix.")).toEqual([
      'Tom favorite.editor: Vim',
      'me favorite.editor: Helix',
    ])
  })

  it('reads names in other scripts, and where one is', () => {
    expect(told('I work with 王小明 on the search project.')).toEqual([
      'me works_with 王小明',
      'me works_on search project',
    ])
    expect(told('My manager is 田中太郎.')).toEqual(['me reports_to 田中太郎'])
    expect(told("I'm at Shopify now")).toEqual(['me employer: Shopify'])
    expect(told("I'm at Heathrow")).toEqual([])
    expect(told("I'm from Lisbon")).toEqual([])
    expect(told('Every Monday I meet with Dana.')).toEqual(['me meets_with Dana'])
  })

  it('reads more of Chinese: clocks, teams, children, projects, weddings', () => {
    expect(told('我用的是北京时间')).toEqual(['me timezone: 北京时间'])
    expect(told('我们北京时间早上九点开会')).toEqual([])
    expect(told('我上个月加入了支付团队。')).toEqual(['me member_of 支付团队'])
    expect(told('我女儿朵朵今年上小学。')).toEqual(['me parent_of 朵朵'])
    expect(told('我妈妈天天做饭')).toEqual([])
    expect(told('铃木一郎向山本汇报。')).toEqual(['铃木一郎 reports_to 山本'])
    expect(told('回答控制在三句话以内。')).toEqual(['instruction: 回答控制在三句话以内'])
    expect(told('我在开发一个叫小桥的东西')).toEqual(['me works_on 小桥'])
    expect(told('我和李娜上周末结婚了')).toEqual(['me spouse_of 李娜'])
    expect(told('我住不起市中心')).toEqual([])
  })
})

describe('names that are surely names', () => {
  const named = (text: string) =>
    extract(text).entities.map(({ type, names }) => `${type} ${text.substring(...names[0]!)}`)

  it('are known where nothing is stated of them', () => {
    expect(named('Had lunch with Sarah Chen and Marcus Rivera about Project Apollo')).toEqual([
      'person Sarah Chen',
      'person Marcus Rivera',
      'project Project Apollo',
    ])
    expect(named('Met Tomás Vidal March 3. Dr. Okafor called. Acme Ltd wrote.')).toEqual([
      'person Tomás Vidal',
      'person Dr. Okafor',
      'organisation Acme Ltd',
    ])
    expect(named('和张伟、李娜吃了午饭，聊了Apollo项目')).toEqual([
      'person 张伟',
      'person 李娜',
      'project Apollo项目',
    ])
    expect(named('看了哈利·波特的电影')).toEqual(['person 哈利·波特'])
  })

  it.each([
    'Mark Complete when done',
    'Project Manager needed',
    'Victoria Station was full',
    'San Francisco and New York are far',
    'Monday April May',
    'James Bond Street',
    'Ruby On Rails is nice',
    'The Max Planck Institute',
    'Paul Graham Essay Collection Online',
    '# Sarah Chen',
    '`Sarah Chen`',
    '```\nSarah Chen\n```',
    'const user = new User("Sarah Chen")',
    '和高兴的人在一起',
    '和周末一样',
    '和家人一起吃饭',
    '找时间聊聊',
    '这个Python项目很难',
  ])('are none of those in %j', (text) => {
    expect(named(text)).toEqual([])
  })

  it('are not looked for without end', () => {
    const text = Array.from(
      { length: 2_000 },
      (_, index) => `Sarah ${String.fromCharCode(65 + (index % 26))}name${'x'.repeat(index % 30)}`,
    )
    expect(extract(text.join(', ')).entities.length).toBeLessThanOrEqual(100)
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
    ...['Robert (', 'Sam said (no', '（', "I can't stand up", 'my name is on the list'],
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
