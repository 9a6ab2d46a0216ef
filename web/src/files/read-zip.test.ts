import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readZip } from './read-zip.js'

describe('the files of a zip archive', () => {
  it('are read as they were packed, stored or deflated, without folders', async () => {
    const archive = zip([
      ['notes/', '', 0],
      ['notes/周报.md', '# 周报\n数字在前', 0],
      ['long.md', 'again and again '.repeat(500), 8],
    ])
    expect(await filesOf(archive)).toEqual([
      ['notes/周报.md', '# 周报\n数字在前'],
      ['long.md', 'again and again '.repeat(500)],
    ])
  })

  it('are refused where the archive is none, is cut or holds more than it says', async () => {
    const good = zip([['a.md', 'a'.repeat(1_000), 8]])
    await expect(filesOf(new TextEncoder().encode('# a note, and no archive at all'))).rejects.toThrow(
      RangeError,
    )
    await expect(filesOf(new Uint8Array(3))).rejects.toThrow(RangeError)
    await expect(filesOf(good.subarray(40))).rejects.toThrow(RangeError)
    await expect(filesOf(zip([['a.md', 'a'.repeat(1_000), 8]], 10))).rejects.toThrow('larger than it says')
  })
})

async function filesOf(archive: Uint8Array): Promise<[string, string][]> {
  const files: [string, string][] = []
  for await (const { path, bytes } of readZip(archive)) files.push([path, new TextDecoder().decode(bytes)])
  return files
}

/** An archive of our own making. `claimed`: the size that it says each file has. */
function zip(files: readonly (readonly [string, string, 0 | 8])[], claimed?: number): Uint8Array {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text, method] of files) {
    const name = Buffer.from(path)
    const plain = Buffer.from(text)
    const body = method === 8 ? deflateRawSync(plain) : plain
    const shared = Buffer.alloc(22)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(body.length, 14)
    shared.writeUInt32LE(claimed ?? plain.length, 18)
    const head = Buffer.concat([signed(0x04034b50), shared, lengths(name.length, 0)])
    directory.push(
      Buffer.concat([
        signed(0x02014b50),
        Buffer.alloc(2),
        shared,
        lengths(name.length, 0),
        Buffer.alloc(10),
        u32(offset),
        name,
      ]),
    )
    local.push(head, name, body)
    offset += head.length + name.length + body.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...local, entries, signed(0x06054b50), end]))
}

function signed(signature: number): Buffer {
  return u32(signature)
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function lengths(name: number, extra: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt16LE(name)
  bytes.writeUInt16LE(extra, 2)
  return bytes
}
