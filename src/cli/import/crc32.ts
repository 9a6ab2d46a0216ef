/** CRC-32 as zip has it, over the bytes so far; begin with 0. The one of Node came after the oldest we run on. */
export function crc32(before: number, bytes: Uint8Array): number {
  let crc = ~before
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
  return ~crc >>> 0
}

const TABLE = Int32Array.from({ length: 256 }, (_, index) => {
  let crc = index
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})
