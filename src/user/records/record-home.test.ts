import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reachOf, workerBankOf } from '../../reach.js'
import { recordFolderOf } from './record-home.js'

const folderOf = (user: string) => recordFolderOf('/root', reachOf({ user }).writes)

describe('recordFolderOf', () => {
  it.each([
    ['me', '/root'],
    ['ann', '/root/ann'],
    ['ann.lee', '/root/ann.lee'],
    ['Ann', '/root/%41nn'],
    ['..', '/root/%2e%2e'],
    ['.', '/root/%2e'],
    ['a/b', '/root/a%2fb'],
    ['x.md', '/root/x%2emd'],
    ['con', '/root/%63on'],
    ['nul.txt', '/root/%6eul.txt'],
    ['worker', '/root/worker'],
  ])('gives the user %j a folder', (user, folder) => {
    expect(folderOf(user)).toBe(folder)
  })

  it('gives each worker one in the folder of its user', () => {
    expect(recordFolderOf('/root', workerBankOf('me', 'planner'))).toBe('/root/me/worker/planner')
    expect(recordFolderOf('/root', workerBankOf('ann', 'main'))).toBe('/root/ann/worker/main')
    expect(recordFolderOf('/root', workerBankOf('ann', '..'))).toBe('/root/ann/worker/%2e%2e')
  })

  it('never leaves the root, and never gives two users one, whatever their names', () => {
    const name = fc
      .oneof(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 128 }),
        fc.constantFrom('.', '..', 'a.', '%2e', 'x'.repeat(128), 'é'.repeat(128)),
      )
      .filter((user) => user.length <= 128 && user.isWellFormed() && !/\p{Cc}/u.test(user))
    fc.assert(
      fc.property(name, name, (one, other) => {
        const folder = folderOf(one)
        expect(folder === '/root').toBe(one === 'me')
        expect(`${join(folder, '.')}/`.startsWith('/root/')).toBe(true)
        expect(folder.split('/').every((part) => Buffer.byteLength(part) <= 255)).toBe(true)
        expect(folderOf(one).toLowerCase() === folderOf(other).toLowerCase()).toBe(one === other)
      }),
    )
  })
})
