import { describe, expect, it } from 'vitest'
import { MemoryError } from '../../errors.js'
import { decodeDocument } from './decode-document.js'

const bytesOf = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

function refusal(bytes: Uint8Array, name: string | null = 'notes.md') {
  try {
    decodeDocument(bytes, name)
  } catch (error) {
    if (error instanceof MemoryError) return error
    throw error
  }
  throw new Error('it was read')
}

describe('what is read', () => {
  it.each([
    '',
    '# Title\r\n\r\ntext\rmore\n',
    '\ufeff# With a mark',
    '中文 and 😀, é',
    'no newline at the end',
    '<div align="center">\n\n# Badge\n\n</div>\n<html> is a tag\n',
    '<!-- a comment -->\n# Title',
    '%PDX-1.7 is no PDF\n',
    'PKZIP and GIF and RIFF and II* and ftyp\n',
    'a text tells of %PDF-1.7\n',
    'e\u0301\ufffd\ufdd0\u{10ffff}',
  ])('gives back the very bytes of %j', (text) => {
    const bytes = Buffer.from(text)
    expect(Buffer.from(decodeDocument(bytes, 'notes.md'))).toEqual(bytes)
  })

  it('reads Markdown that is called something else', () => {
    expect(decodeDocument(Buffer.from('# Title'), 'report.pdf')).toBe('# Title')
    expect(decodeDocument(Buffer.from('# Title'), 'page.html')).toBe('# Title')
    expect(decodeDocument(Buffer.from('# Title'), null)).toBe('# Title')
  })
})

describe('what is another kind of file', () => {
  const zip = (entry: string) => bytesOf('PK\u0003\u0004', [20, 0, 0, 0, 8, 0], entry, [0, 1, 2])

  it.each([
    ['a PDF', bytesOf('%PDF-1.7\n', [0xe2, 0xe3, 0xcf, 0xd3]), 'pdftotext'],
    ['a Word document (DOCX)', zip('word/document.xml'), 'pandoc -t gfm FILE.docx'],
    ['an OpenDocument file', zip('mimetypeapplication/vnd.oasis.opendocument.text'), 'FILE.odt'],
    ['a book in EPUB', zip('mimetypeapplication/epub+zip'), 'FILE.epub'],
    ['a presentation (PPTX)', zip('ppt/slides/slide1.xml'), 'FILE.pptx'],
    ['a compressed archive', zip('photos/one.jpg'), 'unpack it'],
    ['a compressed archive', bytesOf([0x1f, 0x8b, 8, 0]), 'unpack it'],
    ['RTF', bytesOf('{\\rtf1\\ansi hello}'), 'pandoc -f rtf'],
    ['an old Office file', bytesOf([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'soffice'],
    ['an image', bytesOf([0x89], 'PNG\r\n\u001a\n'), 'tesseract'],
    ['an image', bytesOf([0xff, 0xd8, 0xff, 0xe0]), 'tesseract'],
    ['an image', bytesOf('GIF89a', [1, 0, 1, 0]), 'tesseract'],
    ['an image', bytesOf('RIFF', [1, 2, 0, 0], 'WEBPVP8 '), 'tesseract'],
    ['an image', bytesOf([0, 0, 0, 24], 'ftypheic'), 'tesseract'],
    [
      'text in UTF-16',
      bytesOf([0xff, 0xfe], Buffer.from('# 标题', 'utf16le').toJSON().data),
      'iconv -f UTF-16 ',
    ],
    ['text in UTF-16', bytesOf([0xfe, 0xff, 0, 0x23]), 'iconv -f UTF-16 '],
    ['text in UTF-16', Buffer.from('# Title\nand text', 'utf16le'), 'iconv -f UTF-16LE '],
    ['text in UTF-16', Buffer.from('# Title\nand text', 'utf16le').swap16(), 'iconv -f UTF-16BE '],
    ['text in UTF-32', bytesOf([0xff, 0xfe, 0, 0, 0x23, 0, 0, 0]), 'iconv -f UTF-32 '],
    ['a page of HTML', bytesOf('\n<!DOCTYPE html>\n<html lang="en">'), 'pandoc -f html'],
    ['a page of HTML', bytesOf([0xef, 0xbb, 0xbf], '<HTML>'), 'pandoc -f html'],
    ['a page of HTML', bytesOf('<?xml version="1.0"?>\n<html xmlns="x">'), 'pandoc -f html'],
  ])('refuses %s, and says how to convert it', (is, bytes, command) => {
    const error = refusal(bytes)
    expect(error).toMatchObject({ code: 'unsupported', message: expect.stringContaining(is) })
    expect(error.hint).toContain(command)
  })

  it('knows a page of HTML without its head by its name', () => {
    const page = Buffer.from('<div>\n<h1>Title</h1>\n</div>')
    expect(refusal(page, 'page.HTM').message).toContain('HTML')
    expect(decodeDocument(page, 'page.md')).toContain('<h1>')
  })

  it('says where a NUL stands', () => {
    expect(refusal(Buffer.from('one\ntwo\n\0 three')).message).toBe(
      'not text: a NUL byte (0x00) at byte 8, line 3',
    )
  })

  it('refuses what is no text at all', () => {
    expect(refusal(Buffer.from([1, 2, 0, 3, 0, 0, 9])).code).toBe('unsupported')
  })
})

describe('what is not UTF-8', () => {
  it.each([
    ['Western', bytesOf('# Caf', [0xe9], '\n'), 5, 1, 'WINDOWS-1252'],
    [
      'Western, with words that could be Chinese',
      bytesOf('d', [0xe9], 'j', [0xe0], ' vu\n'),
      1,
      1,
      'WINDOWS-1252',
    ],
    ['Chinese', bytesOf('# a\n\n', [0xd6, 0xd0, 0xce, 0xc4, 0xb1, 0xea, 0xcc, 0xe2]), 5, 3, 'GB18030'],
    ['cut in the middle', bytesOf('ok\n', [0xe4, 0xb8]), 3, 2, 'GB18030'],
    ['half of a surrogate pair', bytesOf('a', [0xed, 0xa0, 0x80]), 1, 1, 'GB18030'],
    ['longer than need be', bytesOf('a', [0xc0, 0xaf]), 1, 1, 'GB18030'],
  ])('says where it ends to be, and how to convert it: %s', (_, bytes, at, line, encoding) => {
    const error = refusal(bytes)
    expect(error.code).toBe('invalid_input')
    expect(error.message).toMatch(new RegExp(`at byte ${at}, line ${line}$`))
    expect(error.hint).toContain(`iconv -f ${encoding} -t UTF-8`)
  })

  it('does not send a damaged UTF-8 file through another encoding', () => {
    const error = refusal(bytesOf('一份中文手册\n', [0xff], '\n'))
    expect(error.message).toBe('not UTF-8: a wrong byte (0xff) at byte 19, line 2')
    expect(error.hint).toContain('iconv -c -f UTF-8')
  })
})
