import { describe, expect, it } from 'vitest'
import { ambientTime } from '../scripts/check/ambient-time.mjs'
import { bankInSql } from '../scripts/check/bank-in-sql.mjs'
import { fileLength } from '../scripts/check/file-length.mjs'
import { textCuts } from '../scripts/check/text-cuts.mjs'
import { findingsIn } from './rule-sample.js'

describe('every statement mentions bank', () => {
  const found = (body: string, path = 'src/items/sample.ts') =>
    findingsIn(
      bankInSql,
      path,
      `import { alt, sql } from '../store/sql.js'\ndeclare const id: string, bank: string, inBank: (bank: string, match: string) => string\nexport const q = ${body}`,
    )

  it.each([
    'sql`select id from item where id = ${id}`',
    'sql`insert into item (id) values (${id})`',
    'sql`update item set id = ${id}`',
    'sql`delete from item`',
    'sql`select id from store_meta join item using (id)`',
    "sql`select id from item where kind = 'bank'`",
    'sql`select id from item -- bank`',
    'sql`with x as (select id from item) select id from x`',
    'sql`select id from item where ${alt(sql`id is null`, sql`id is not null`)}`',
    'alt(sql`select id from item where bank = ${id}`, sql`select id from item`)',
  ])('finds %s', (body) => {
    expect(found(body)).toMatchObject([{ message: expect.stringContaining(' item ') }])
  })

  it.each([
    'sql`select id from item where bank = ${id} and id = ${id}`',
    'sql`select value from store_meta where name = ${id}`',
    'sql`select name from sqlite_schema`',
    "sql`insert into item_fts (item_fts) values ('rebuild')`",
    'sql`select rowid from item_fts where item_fts match ${inBank(bank, id)}`',
    'sql`and kind = ${id}`',
    'sql`select value from json_each(${id})`',
    'sql`select 1 where ${id} is distinct from ${id}`',
    'sql`insert into item (bank, id) values (${id}, ${id}) on conflict do update set id = ${id}`',
    'sql`with x as (select id from item where bank = ${id}) select id from x`',
    'sql`select id from item where ${alt(sql`bank = ${id}`, sql`bank = ${id}`)}`',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([])
  })

  it('accepts a stated reason, and asks nothing of tests', () => {
    expect(found('\n// bank-ok: the row number is the only key\nsql`delete from item`')).toEqual([])
    expect(found('sql`delete from item`', 'src/items/sample.test.ts')).toEqual([])
  })

  it('finds a full-text question that leaves the bank out', () => {
    expect(found('sql`select rowid from item_fts where item_fts match ${id}`')).toHaveLength(1)
    expect(found('sql`select rowid, ${bank} as b from item_fts where item_fts match ${id}`')).toHaveLength(1)
  })
})

describe('text is cut by clip alone', () => {
  const found = (body: string, path = 'src/items/sample.ts') =>
    findingsIn(
      textCuts,
      path,
      `declare const s: string, n: string & { readonly b: 1 }, o: string | undefined, l: string[]\n${body}\nexport {}`,
    )

  it.each([
    's.slice(0, 3)',
    's.substring(1)',
    'n.slice(1)',
    'o?.slice(1)',
    '`a${s}`.slice(2)',
    "'abc'.substring(1)",
  ])('finds %s', (body) => {
    expect(found(body)).toHaveLength(1)
  })

  it.each(['l.slice(1)', 'new Uint8Array(3).slice(1)', 's.slice(0, 3) // slice-ok: ids are ASCII'])(
    'accepts %s',
    (body) => {
      expect(found(body)).toEqual([])
    },
  )

  it('leaves src/text and tests alone', () => {
    expect(found('s.slice(0, 3)', 'src/text/sample.ts')).toEqual([])
    expect(found('s.slice(0, 3)', 'test/sample.ts')).toEqual([])
  })
})

describe('the clock and randomness are parameters', () => {
  const found = (body: string, path = 'src/items/sample.ts') =>
    findingsIn(ambientTime, path, `${body}\nexport {}`)

  it.each(['Date.now()', 'new Date()', 'Math.random()', '[1].map(Math.random)', 'Date()'])(
    'finds %s',
    (body) => {
      expect(found(body)).toHaveLength(1)
    },
  )

  it('accepts a given time, and a stated reason', () => {
    expect(found('new Date(3); Math.floor(1.5)')).toEqual([])
    expect(found('// clock-ok: a process of its own\nDate.now()')).toEqual([])
  })

  it('leaves the clock and the command line alone', () => {
    expect(found('Date.now()', 'src/clock.ts')).toEqual([])
    expect(found('Date.now()', 'src/cli/main.ts')).toEqual([])
  })
})

describe('long files say why', () => {
  const lines = 'export {}\n'.repeat(401)

  it('finds one that does not', () => {
    expect(findingsIn(fileLength, 'src/sample.ts', lines)).toHaveLength(1)
    expect(findingsIn(fileLength, 'src/sample.ts', `// A table.\n${lines}`)).toHaveLength(1)
  })

  it('accepts one that does, and short ones', () => {
    expect(findingsIn(fileLength, 'src/sample.ts', `// Long because it is one table.\n${lines}`)).toEqual([])
    expect(findingsIn(fileLength, 'src/sample.ts', 'export {}\n')).toEqual([])
  })
})
