import { deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: string | Uint8Array
  /** Says so in the headers; the bytes are as they are. */
  readonly isEncrypted?: boolean
  /** What the headers claim it becomes. */
  readonly claimedBytes?: number
  /** What the headers claim its checksum is. */
  readonly checksum?: number
  /** Points to the bytes of the first entry. */
  readonly isOverlapping?: boolean
}

/** A zip as services send them, or as an enemy would. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const {
    name,
    content,
    isEncrypted = false,
    claimedBytes,
    isOverlapping = false,
    ...rest
  } of entries) {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain, { level: 9 })
    const fileName = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(0x5a210000, 6) // a date in 2025
    common.writeUInt32LE(rest.checksum ?? checksum(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claimedBytes ?? plain.length, 18)
    common.writeUInt16LE(fileName.length, 22)
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, fileName, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(isOverlapping ? 0 : offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, place, fileName]),
    )
    if (isOverlapping) continue
    files.push(file)
    offset += file.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, central, Buffer.from('PK\u0005\u0006'), end])
}

/** CRC-32 as zip has it; Node 20 offers none. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
