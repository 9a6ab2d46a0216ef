// Builds src/search/vectors/kernel-bytes.ts from scan.wat beside it. The bytes are kept in the repository, so that
// neither an installation nor a build needs the assembler; a test compares them with what `--print` says.

import { readFileSync, writeFileSync } from 'node:fs'
import wabt from 'wabt'

const folder = new URL('../src/search/vectors/', import.meta.url)
const name = 'scan.wat'
const source = readFileSync(new URL(name, folder), 'utf8')
const assembled = (await wabt()).parseWat(name, source, { simd: true })
assembled.validate()
const { buffer } = assembled.toBinary({})
assembled.destroy()

/** A string of base64 as lines that fit on a page. */
const lines = (
  Buffer.from(buffer)
    .toString('base64')
    .match(/.{1,100}/g) ?? []
).map((line) => `  '${line}'`)
const module = `/** ${name}, assembled: \`node scripts/build-kernel.mjs\` makes this file. */
export const KERNEL_BYTES =
${lines.join(' +\n')}
`
if (process.argv.includes('--print')) process.stdout.write(module)
else writeFileSync(new URL('kernel-bytes.ts', folder), module)
