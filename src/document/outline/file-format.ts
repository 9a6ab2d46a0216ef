/** What a file is that is no Markdown or plain text in UTF-8, and what makes it so. */
export interface FileFormat {
  readonly is: string
  readonly convert: string
}

/** Knows other kinds of files by how they begin; of HTML also by its name. Undefined: it may be text in UTF-8. */
export function formatOf(bytes: Uint8Array, name: string | null): FileFormat | undefined {
  // Its bytes as characters, one for one.
  const head = Buffer.from(bytes.subarray(0, LOOK_BYTES)).toString('latin1')
  if (head.startsWith('PK\u0003\u0004') || head.startsWith('PK\u0005\u0006')) return packed(head)
  const known = BEGINNINGS.find(
    ([begins, , [what, at] = ['', 0]]) => head.startsWith(begins) && head.startsWith(what, at),
  )?.[1]
  if (known !== undefined) return known
  if (head.includes('\0')) return wide(head)
  const isNamed = /\.x?html?$/i.test(name ?? '')
  return (isNamed ? /^\s*</ : PAGE).test(head.replace(/^ï»¿/, '')) ? html : undefined
}

const LOOK_BYTES = 4096

const utf16: FileFormat = {
  is: 'text in UTF-16',
  convert: 'convert it: iconv -f UTF-16 -t UTF-8 FILE > NEW-FILE',
}

const utf32: FileFormat = {
  is: 'text in UTF-32',
  convert: 'convert it: iconv -f UTF-32 -t UTF-8 FILE > NEW-FILE',
}

const html: FileFormat = {
  is: 'a page of HTML',
  convert: 'convert it: pandoc -f html -t gfm FILE.html -o FILE.md',
}

const image: FileFormat = {
  is: 'an image',
  convert: 'read its text with a program for that (tesseract FILE.png FILE makes FILE.txt), then import that',
}

const archive: FileFormat = { is: 'a compressed archive', convert: 'unpack it, then import what is in it' }

/** How each begins, and for some what stands where behind that. */
const BEGINNINGS: readonly (readonly [
  begins: string,
  format: FileFormat,
  then?: readonly [string, number],
])[] = [
  // At once, though readers of PDF look further: a text may tell of it.
  [
    '%PDF-',
    {
      is: 'a PDF',
      convert: 'convert it: pdftotext -layout FILE.pdf FILE.txt (or a program that makes Markdown of it)',
    },
  ],
  ['{\\rtf', { is: 'RTF', convert: 'convert it: pandoc -f rtf -t gfm FILE.rtf -o FILE.md' }],
  [
    '\u00d0\u00cf\u0011\u00e0',
    {
      is: 'an old Office file',
      convert: 'convert it: soffice --convert-to docx FILE.doc, then pandoc -t gfm FILE.docx -o FILE.md',
    },
  ],
  ['\u0089PNG\r\n', image],
  ['\u00ff\u00d8\u00ff', image],
  ['GIF87a', image],
  ['GIF89a', image],
  ['RIFF', image, ['WEBP', 8]],
  ['II*\0', image],
  ['MM\0*', image],
  ['\0\0\0', image, ['ftyp', 4]],
  ['\u001f\u008b', archive],
  ['7z\u00bc\u00af', archive],
  ['Rar!\u001a', archive],
  ['\u00fd7zXZ', archive],
  ['\u0028\u00b5\u002f\u00fd', archive],
  ['\u00ff\u00fe\0\0', utf32],
  ['\0\0\u00fe\u00ff', utf32],
  ['\u00ff\u00fe', utf16],
  ['\u00fe\u00ff', utf16],
]

// Markdown may begin with a tag, never with these.
const PAGE = /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!doctype\s+html|<html[\s>])/i

/** Office files and books are zips; which, is said by the names of their first entries. */
function packed(head: string): FileFormat {
  const kind = PACKED.find(([entry]) => head.includes(entry))
  if (kind === undefined) return archive
  const [, is, ending] = kind
  return { is, convert: `convert it: pandoc -t gfm FILE.${ending} -o FILE.md` }
}

const PACKED = [
  ['application/epub+zip', 'a book in EPUB', 'epub'],
  ['application/vnd.oasis.opendocument', 'an OpenDocument file', 'odt'],
  ['word/', 'a Word document (DOCX)', 'docx'],
  ['ppt/', 'a presentation (PPTX)', 'pptx'],
  ['xl/', 'a workbook (XLSX)', 'xlsx'],
  ['[Content_Types].xml', 'an Office file', 'docx'],
] as const

/** UTF-16 without its mark: of the Latin characters in it, every second byte is NUL. */
function wide(head: string): FileFormat | undefined {
  const nuls = [0, 0]
  for (let at = 0; at < head.length; at++)
    if (head.charAt(at) === '\0') nuls[at % 2] = (nuls[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = nuls
  const most = Math.max(even, odd)
  if (most < head.length / 8 || Math.min(even, odd) > most / 20) return undefined
  const order = even > odd ? 'UTF-16BE' : 'UTF-16LE'
  return { ...utf16, convert: utf16.convert.replace('UTF-16', order) }
}
