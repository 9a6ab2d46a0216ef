import { describe, expect, it } from 'vitest'
import type { Span } from '../../text/span.js'
import { type DecisionFlag, type DecisionParts, flagDecision, flagText } from './flag-decision.js'

interface Written {
  readonly title: string
  readonly choice?: string
  readonly alternatives?: readonly string[]
  readonly reasons: readonly string[]
}

/** As rules find it in a text: the title first, or below its reasons. */
function decision({ title, choice, alternatives = [], reasons }: Written, isReasonsFirst = false) {
  const list = reasons.map((reason) => `• ${reason}`).join('\n')
  const text = isReasonsFirst
    ? `Reasoning:\n${list}\n\nDecision: ${title}`
    : `Decision: ${title}\n\nReasoning:\n${list}\n\nTrade-offs accepted: more work.`
  const place = (part: string, from = 0): Span => {
    const at = text.indexOf(part, from)
    if (at === -1) throw new Error(`"${part}" is not in it`)
    return [at, at + part.length]
  }
  const titleAt = place(title)
  const parts: DecisionParts = {
    title: titleAt,
    choice: choice === undefined ? null : place(choice, titleAt[0]),
    alternatives: alternatives.map((one) => place(one, titleAt[0])),
    reasons: reasons.map((reason) => place(reason)),
  }
  return { text, parts }
}

function flagsOf(written: Written): readonly DecisionFlag[] {
  const { text, parts } = decision(written)
  return flagDecision(text, parts)
}

const seed: Written = {
  title: 'Use PostgreSQL instead of MongoDB for the user database in AI Butler.',
  choice: 'PostgreSQL',
  alternatives: ['MongoDB'],
  reasons: [
    'Our queries are fundamentally relational (users → sessions → messages → memories)',
    'We need ACID guarantees for credential vault and capability audit logs',
    'SQLite FTS5 is production-grade for our full-text search needs',
    'We already have a pure-Go driver (ncruces/go-sqlite3) with zero CGO',
    'The single-binary promise precludes requiring a separate DB server',
  ],
}

describe('a decision whose title names one choice and whose reasons argue for another', () => {
  it('is flagged, with the places of both sides and without saying which is right', () => {
    const { text, parts } = decision(seed)
    const [flag, ...more] = flagDecision(text, parts)
    expect(more).toEqual([])
    const cut = ([start, end]: Span) => text.substring(start, end)
    expect(flag).toMatchObject({ kind: 'reasons_name_another', other: 'SQLite' })
    expect(cut(flag?.choice ?? [0, 0])).toBe('PostgreSQL')
    expect(flag?.reasons.map(cut)).toEqual([seed.reasons[2], seed.reasons[3]])
    expect(flag?.words.map(cut)).toEqual(['SQLite', 'sqlite3'])
    expect(flagText(text, flag as DecisionFlag)).toBe(
      'the title chooses PostgreSQL, which no reason names, while 2 reasons speak for SQLite',
    )
  })

  it('is flagged whatever the order', () => {
    const { text, parts } = decision(seed, true)
    expect(flagDecision(text, parts)).toMatchObject([{ other: 'SQLite' }])
    for (let turn = 1; turn < seed.reasons.length; turn++) {
      const reasons = [...seed.reasons.slice(turn), ...seed.reasons.slice(0, turn)]
      expect(flagsOf({ ...seed, reasons }), String(turn)).toMatchObject([{ kind: 'reasons_name_another' }])
    }
  })

  it('is flagged where rules did not find what is chosen, or over what', () => {
    const { choice: _, ...rest } = seed
    expect(flagsOf(rest)).toMatchObject([{ kind: 'reasons_name_another' }])
    expect(flagsOf({ ...rest, alternatives: [] })).toMatchObject([{ kind: 'reasons_name_another' }])
  })

  const variants: readonly (readonly [other: string, written: Written])[] = [
    [
      'RabbitMQ',
      {
        title: 'Go with Kafka over Pulsar for the event bus',
        choice: 'Kafka',
        alternatives: ['Pulsar'],
        reasons: [
          'RabbitMQ gives us routing keys per tenant',
          'The team has run RabbitMQ for three years',
          'Messages are small and few',
        ],
      },
    ],
    [
      'Vue',
      {
        title: "let's go with React instead of Angular for the dashboard",
        choice: 'React',
        alternatives: ['Angular'],
        reasons: [
          'Vue has the gentlest learning curve for our backend people',
          'we already have vue-router and vue-i18n in the admin pages',
          'the bundle must stay below 100 kB',
        ],
      },
    ],
    [
      'Rust',
      {
        title: 'We decided to write the agent in Go rather than C++',
        choice: 'Go',
        alternatives: ['C++'],
        reasons: [
          'Rust has no garbage collector pauses'.replace('has no', 'needs no'),
          'We already ship Rust in the driver',
        ],
      },
    ],
    [
      'sqlite',
      {
        title: 'use postgres instead of mongo for user data',
        choice: 'postgres',
        alternatives: ['mongo'],
        reasons: ['sqlite fts5 is production grade', 'we already have a driver (acme/go-sqlite3)'],
      },
    ],
    [
      'MongoDB',
      {
        title: 'Use PostgreSQL instead of MongoDB for the catalogue',
        choice: 'PostgreSQL',
        alternatives: ['MongoDB'],
        reasons: [
          'MongoDB scales out by itself',
          'Everyone here already knows MongoDB',
          'Documents are nested',
        ],
      },
    ],
    [
      'Numbat',
      {
        title: 'Use Quokka instead of Wombat for search in Harbour',
        choice: 'Quokka',
        alternatives: ['Wombat'],
        reasons: [
          'Numbat is production-grade for our needs',
          'We already have a driver (acme/go-numbat)',
          'No extra server may be needed',
        ],
      },
    ],
    [
      'GitLab',
      {
        title: 'Host the code on GitHub, not Bitbucket',
        choice: 'GitHub',
        alternatives: ['Bitbucket'],
        reasons: ['GitLab runs in our own data centre', 'GitLab CI is included'],
      },
    ],
    [
      'Memcached',
      {
        title: 'Use Redis for the cache',
        choice: 'Redis',
        reasons: ['Memcached is simpler and is enough here'],
      },
    ],
    [
      'SQLite',
      {
        title: '使用 PostgreSQL 而不是 MongoDB 作为用户数据库',
        choice: 'PostgreSQL',
        alternatives: ['MongoDB'],
        reasons: ['SQLite 支持全文搜索，足够稳定', '我们已经有 SQLite 的驱动', '查询是关系型的'],
      },
    ],
  ]

  it.each(variants)('is flagged for %s', (other, written) => {
    expect(flagsOf(written)).toMatchObject([{ kind: 'reasons_name_another', other }])
  })
})

describe('a decision whose reasons reject what it chooses', () => {
  const written: readonly (readonly [reason: string, written: Written])[] = [
    [
      'PostgreSQL is too heavy for an embedded device',
      { title: 'Use PostgreSQL', choice: 'PostgreSQL', reasons: [] },
    ],
    [
      'The single-binary promise rules out PostgreSQL',
      { title: 'Use PostgreSQL', choice: 'PostgreSQL', reasons: [] },
    ],
    ["We can't run Kafka in the branch offices", { title: 'Adopt Kafka', choice: 'Kafka', reasons: [] }],
    [
      'SQLite is faster than Postgres for our reads',
      { title: 'Use PostgreSQL', choice: 'PostgreSQL', reasons: [] },
    ],
    ['Everyone prefers Svelte over React', { title: 'Go with React', choice: 'React', reasons: [] }],
    [
      'Kubernetes was rejected by operations last year',
      { title: 'Deploy on k8s', choice: 'k8s', reasons: [] },
    ],
    [
      'Terraform does not support our private cloud',
      { title: 'Use Terraform', choice: 'Terraform', reasons: [] },
    ],
    ['We want SQLite, not PostgreSQL.', { title: 'Use PostgreSQL', choice: 'PostgreSQL', reasons: [] }],
    ['PostgreSQL 无法离线运行', { title: '使用 PostgreSQL', choice: 'PostgreSQL', reasons: [] }],
  ]

  it.each(written)('is flagged: %s', (reason, one) => {
    expect(flagsOf({ ...one, reasons: ['It must be ready in May', reason] })).toMatchObject([
      { kind: 'reasons_reject_choice', other: null },
    ])
  })
})

describe('a decision that goes together', () => {
  const sound: readonly Written[] = [
    {
      ...seed,
      reasons: ['PostgreSQL has joins', 'We need ACID guarantees', 'MongoDB lacks transactions we trust'],
    },
    { ...seed, reasons: ['Postgres is relational', 'SQLite FTS5 is nice', 'SQLite is small, too'] },
    { ...seed, reasons: ['Our queries are relational', 'We need ACID', 'ACID matters for audit logs'] },
    {
      ...seed,
      reasons: [
        'MongoDB would need a separate cluster',
        'MongoDB transactions are limited',
        'the licence of MongoDB is restrictive',
      ],
    },
    { ...seed, reasons: ['SQLite cannot handle concurrent writers', 'SQLite has no roles', 'we need both'] },
    {
      title: 'Use TypeScript instead of JavaScript for the web UI',
      choice: 'TypeScript',
      alternatives: ['JavaScript'],
      reasons: [
        'React has first-class types for it',
        'The React community moved years ago',
        'It finds mistakes early',
      ],
    },
    {
      title: 'Use PostgreSQL for the billing service',
      choice: 'PostgreSQL',
      reasons: [
        'Our Django stack supports it well',
        'Django migrations are mature',
        'Latency is low',
        'Latency matters',
      ],
    },
    {
      title: 'Adopt Kubernetes over Nomad',
      choice: 'Kubernetes',
      alternatives: ['Nomad'],
      reasons: ['Helm charts exist for all we run', 'The team knows Helm', 'Hiring is easier'],
    },
    {
      title: 'Use Redis for sessions in Harbour',
      choice: 'Redis',
      reasons: ['Harbour already has it in production', 'Harbour needs sub-millisecond reads'],
    },
    {
      title: 'Use PostgreSQL and Redis',
      choice: 'PostgreSQL and Redis',
      reasons: ['Redis is fast for sessions', 'relational data needs joins'],
    },
    {
      title: 'Go with SQLite',
      choice: 'SQLite',
      reasons: ['Nothing is simpler than SQLite', 'No PostgreSQL to run'],
    },
    {
      title: 'Use Kafka',
      choice: 'Kafka',
      reasons: ['RabbitMQ is slower than Kafka', 'RabbitMQ lost messages twice'],
    },
    {
      title: 'Choose PostgreSQL',
      choice: 'PostgreSQL',
      reasons: ['PostgreSQL is too good to ignore, but MySQL would do', 'PostgreSQL does not lose writes'],
    },
    {
      title: 'Choose PostgreSQL',
      choice: 'PostgreSQL',
      reasons: ['PostgreSQL is not owned by one vendor', 'Without PostgreSQL we would write joins by hand'],
    },
    {
      title: 'Ship weekly instead of monthly',
      choice: 'weekly',
      alternatives: ['monthly'],
      reasons: [
        'Customers wait too long',
        'Small changes are safer',
        'GitHub Actions is fast',
        'GitHub is paid for',
      ],
    },
    { title: 'Move to Berlin', choice: 'Berlin', reasons: ['Rents are lower', 'Marcus already lives there'] },
    {
      title: 'Let Sarah lead the redesign instead of Marcus',
      choice: 'Sarah',
      alternatives: ['Marcus'],
      reasons: ['She knows the users', 'She has time from March on'],
    },
    {
      title: 'Use Terraform',
      choice: 'Terraform',
      reasons: ['It is well kept', 'Everyone uses it with AWS', 'AWS is ours'],
    },
    {
      title: '使用 PostgreSQL 而不是 MongoDB',
      choice: 'PostgreSQL',
      alternatives: ['MongoDB'],
      reasons: ['查询是关系型的', 'MongoDB 不支持我们要的事务', '团队熟悉关系型数据库'],
    },
    { title: 'Use PostgreSQL', choice: 'PostgreSQL', reasons: [] },
    {
      title: 'Use MySQL over PostgreSQL',
      choice: 'MySQL',
      alternatives: ['PostgreSQL'],
      reasons: [
        'The hosting contract includes it',
        'PostgreSQL was considered',
        'The contract runs until 2027',
      ],
    },
    {
      title: 'Write the service in Go',
      choice: 'Go',
      reasons: ['One static binary', 'Docker images stay small', 'Docker starts fast', 'Builds take seconds'],
    },
  ]

  it.each(sound)('is not flagged: $title ($reasons)', (written) => {
    expect(flagsOf(written)).toEqual([])
  })

  it('costs no more than its length, whatever stands in it', () => {
    for (const piece of ['A', 'Aa-', 'is too ', 'SQLite ', 'not ', 'prefer ', 'a.b/', '比', '(" ']) {
      const reasons = [piece.repeat(20_000), `SQLite ${piece.repeat(20_000)}`]
      const { text, parts } = decision({ title: 'Use PostgreSQL', choice: 'PostgreSQL', reasons })
      expect(Array.isArray(flagDecision(text, parts))).toBe(true)
    }
  })
})
