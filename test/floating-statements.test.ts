import { describe, expect, it } from 'vitest'
import { floatingStatements } from '../scripts/check/floating-statements.mjs'
import { findingsIn } from './rule-sample.js'

const before = `
  import { sql } from './store/sql.js'
  import { all, run, batch, type Stmt, type Tx } from './store/statement.js'
  function* helper(): Tx<number> { return yield* run(sql\`delete from item\`) }
  const later = async (): Promise<void> => {}
`
const found = (body: string) =>
  findingsIn(
    floatingStatements,
    'src/sample.ts',
    `${before}\nexport function* body(flag: boolean): Tx<void> {\n${body}\n}`,
  )

describe('floating statements', () => {
  it.each([
    ['a statement', 'run(sql`delete from item`); yield* helper()'],
    ['a statement of rows', 'all<{ id: string }>(sql`select id from item`); yield* helper()'],
    ['a batch', 'batch([run(sql`delete from item`)]); yield* helper()'],
    ['a helper', 'helper(); yield* helper()'],
    ['a helper behind a condition', 'flag && helper(); yield* helper()'],
    ['one branch of a choice', 'flag ? yield* helper() : helper()'],
    ['a helper thrown away on purpose', 'void helper(); yield* helper()'],
    [
      'a statement held in a variable',
      'const s: Stmt<number> = run(sql`delete from item`); s; yield* helper()',
    ],
    ['a helper of one statement', 'const one = () => run(sql`delete from item`); one(); yield* helper()'],
    ['a promise', 'later(); yield* helper()'],
    ['a promise of which no one hears a failure', 'later().then(() => {}); yield* helper()'],
  ])('finds %s without yield*', (_, body) => {
    expect(found(body)).toHaveLength(1)
  })

  it.each([
    ['yielded statements and helpers', 'yield* run(sql`delete from item`); yield* helper()'],
    ['a yielded branch', 'if (flag) yield* helper()'],
    ['results that are used', 'const n = yield* helper(); if (n > 1) yield* helper()'],
    ['an assignment', 'let s: Stmt<number>; s = run(sql`delete from item`); yield* s'],
    ['a promise that is left on purpose', 'void later(); yield* helper()'],
    [
      'a promise whose failure is heard',
      'later().then(() => {}, () => {}); later().catch(() => {}); yield* helper()',
    ],
  ])('accepts %s', (_, body) => {
    expect(found(body)).toEqual([])
  })

  it('says the line', () => {
    const lines = before.split('\n').length
    expect(found('yield* helper()\nhelper()')).toMatchObject([
      { line: lines + 3, message: expect.stringContaining('yield*') },
    ])
  })
})
