import { expect, it } from 'vitest'
import { crc32 } from '../../../src/cli/import/crc32.js'
import { readZip } from './read-zip.js'
import { writeZip } from './write-zip.js'

it('packs texts so that they come out as they were, with the checksums that other programs look at', async () => {
  const files = [
    { path: 'plan.md', content: '# Plan\n' },
    { path: 'ann/港口.md', content: '每周一开会' },
    { path: 'empty.md', content: '' },
  ]
  const archive = new Uint8Array(await writeZip(files).arrayBuffer())
  const found: { path: string; content: string }[] = []
  for await (const { path, bytes } of readZip(archive))
    found.push({ path, content: new TextDecoder().decode(bytes) })
  expect(found).toEqual(files)
  expect(new DataView(archive.buffer).getUint32(14, true)).toBe(crc32(0, Buffer.from('# Plan\n')))
})
