import { expect, it } from 'vitest'
import { crc32 } from './crc32.js'

it('agrees with the check value of the standard, in one piece or two', () => {
  expect(crc32(0, Buffer.from('123456789'))).toBe(0xcbf43926)
  expect(crc32(crc32(0, Buffer.from('1234')), Buffer.from('56789'))).toBe(0xcbf43926)
  expect(crc32(0, new Uint8Array())).toBe(0)
})
