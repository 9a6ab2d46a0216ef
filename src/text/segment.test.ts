import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from './fold.js'
import { TOKEN_MAX_LENGTH } from './lex.js'
import { segment, wordForms } from './segment.js'
import { isWellFormed } from './well-formed.js'

function all(text: string): readonly string[] {
  const { words, parts } = segment(text)
  return [...words, ...parts]
}

describe('segment: words', () => {
  it('folds case and stems English', () => {
    expect(segment('Deploying the Deployments, deployed').words).toEqual([
      'deploy',
      'the',
      'deploy',
      'deploy',
    ])
  })

  it('gives accented, decomposed and plain spelling one token', () => {
    const tokens = ['Café', 'cafe\u0301', 'CAFE', 'ｃａｆé'].map((text) => segment(text).words)
    expect(new Set(tokens.map(String)).size).toBe(1)
    expect(segment('Straße').words).toEqual(segment('STRASSE').words)
    expect(segment('İstanbul').words).toEqual(segment('istanbul').words)
    expect(segment('Łódź smørrebrød').words).toEqual(segment('lodz smorrebrod').words)
  })

  it('keeps letters apart that only look accented', () => {
    expect(segment('мой').words).not.toEqual(segment('мои').words)
    expect(segment('が').words).not.toEqual(segment('か').words)
  })

  it('drops the possessive and joins contractions', () => {
    expect(segment("the user's, users’ and user").words).toEqual(['the', 'user', 'user', 'and', 'user'])
    expect(segment('don’t').words).toEqual(segment('dont').words)
    expect(segment("I'm we're she'll").words).toEqual(['i', 'we', 'she'])
  })

  it('sees through format characters', () => {
    expect(segment('in\u00advis\u200dible \ufeffword').words).toEqual(segment('invisible word').words)
    expect(segment('two\u200bwords').words).toEqual(['two', 'word'])
  })

  it('makes no token of punctuation, symbols and emoji', () => {
    expect(all('… — !? "" () * 😀 👍🏽 🇫🇷 👩‍💻 ∑ → ©')).toEqual([])
    expect(segment('1️⃣ first').words).toEqual(['1', 'first'])
  })

  it('splits where the script changes', () => {
    expect(segment('使用React框架').words).toEqual(['react'])
    expect(segment('しりとりを使用Reactする')).toMatchObject({ words: ['しりとりを', 'react', 'する'] })
  })

  it('keeps one form per word for exact-form scoring', () => {
    const text = "Deploying Café's my_variable して"
    expect(wordForms(text)).toEqual(['deploying', 'cafe', 'my_variable', 'して'])
    expect(wordForms(text)).toHaveLength(segment(text).words.length)
  })
})

describe('segment: identifiers (S08, S09)', () => {
  it.each([
    ['my_variable', 'my_variable', ['my', 'variabl']],
    ['atomic_write_json', 'atomic_write_json', ['atom', 'write', 'json']],
    ['ADR-016', 'adr-016', ['adr', '016']],
    ['v2026.4.10', 'v2026.4.10', ['2026.4.10', '2026', '4', '10']],
    ['@scope/pkg', 'scope/pkg', ['scope', 'pkg']],
    [
      'src/text/segment.test.ts',
      'src/text/segment.test.ts',
      ['segment.test.ts', 'segment', 'test', 'ts', 'text'],
    ],
    ['std::vector', 'std::vector', ['std', 'vector']],
    ['ann@example.org', 'ann@example.org', ['ann', 'example.org']],
    ['HTTPServer', 'httpserver', ['http', 'server']],
    ['utf8', 'utf8', ['utf', '8']],
    ['--error-on-warnings', 'error-on-warnings', ['error', 'on', 'warn']],
    ['C++', 'c++', ['c']],
    ['AT&T', 'at&t', ['at', 't']],
  ])('keeps %s whole and findable by its parts', (text, word, parts) => {
    const found = segment(`see ${text}, please`)
    expect(found.words).toEqual(['see', word, 'pleas'])
    expect(found.parts).toEqual(expect.arrayContaining([...parts]))
  })

  it('lets the spellings of one name meet', () => {
    const meets = (a: string, b: string) => all(a).some((token) => token.length > 4 && all(b).includes(token))
    expect(meets('my_variable', 'myVariable')).toBe(true)
    expect(meets('my-variable', 'myvariable')).toBe(true)
    expect(all('wi-fi')).toContain('wifi')
    expect(all('U.S.A')).toContain('usa')
  })

  it('keeps plural acronyms and thousands whole', () => {
    expect(segment('PDFs and 1,000 files')).toEqual({ words: ['pdf', 'and', '1000', 'file'], parts: [] })
  })

  it('leaves marks of speech outside', () => {
    expect(segment('_emphasis_ "note": done... a--b x:y').words).toEqual([
      'emphasi',
      'note',
      'done',
      'a',
      'b',
      'x',
      'y',
    ])
  })
})

describe('segment: scripts without spaces (S10)', () => {
  it('holds every character and every pair of Chinese', () => {
    const { words, parts } = segment('今天讨论了部署方案')
    expect(words).toEqual([])
    expect(parts).toEqual(expect.arrayContaining(['部署', '方案', '讨论', '部', '署']))
    expect(parts).toHaveLength(9 + 8)
  })

  it('holds Japanese words whole and in pairs', () => {
    const { words, parts } = segment('しりとりをする')
    expect(words).toEqual(['しりとりをする'])
    expect(parts).toEqual(expect.arrayContaining(['しり', 'りと', 'とり']))
  })

  it('finds a Korean noun inside a word with particles', () => {
    const { words, parts } = segment('학교에서 밥을')
    expect(words).toEqual(['학교에서', '밥을'])
    expect(parts).toEqual(expect.arrayContaining(['학교', '밥']))
  })

  it('reads half-width kana and decomposed Hangul as their usual forms', () => {
    expect(all('ｶﾞﾗｽ')).toEqual(all('ガラス'))
    expect(all('학교'.normalize('NFD'))).toEqual(all('학교'))
  })

  it('keeps characters beyond the basic plane whole', () => {
    expect(all('𠮷野家')).toEqual(['𠮷', '野', '𠮷野', '家', '野家'])
  })
})

describe('segment: speed', () => {
  it('reads 150 ASCII characters in well under 100 µs', () => {
    const text =
      'I went to the museum yesterday with the friends of Caroline; they loved the workshop, and we plan another visit next month, perhaps on a Friday night.'
    const rounds = 2_000
    const perText = leastCpuMs(() => {
      for (let round = 0; round < rounds; round++) segment(text)
    })
    // Some 20 µs where measured; the bulk import of 8,000 texts a second leaves no room for five times that.
    expect((perText / rounds) * 1000).toBeLessThan(100)
  })
})

describe('segment: any string (invariant 9, S20)', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must never reach a token
  const forbidden = /[\s"\u0000-\u001f\u007f-\u009f]/

  it('gives well-formed, bounded tokens without spaces, quotes and controls', () => {
    const strings = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
        .map((units) => String.fromCharCode(...units)),
      fc.string({ unit: fc.constantFrom(...'aB9_-./@:\',&+# "学が한́é\u200d😀ß'.split('')), maxLength: 200 }),
    )
    fc.assert(
      fc.property(strings, (text) => {
        for (const token of all(text)) {
          expect(token).not.toMatch(forbidden)
          expect(token).not.toBe('')
          expect(isWellFormed(token)).toBe(true)
          expect([...token].length).toBeLessThanOrEqual(TOKEN_MAX_LENGTH + 1)
        }
        expect(wordForms(text)).toHaveLength(segment(text).words.length)
      }),
      { numRuns: 2_000 },
    )
  })

  it('does not depend on case or composition of what it reads', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcéüñçд한が学 '.split('')) }), (text) => {
        expect(all(text.toUpperCase())).toEqual(all(text))
        expect(all(text.normalize('NFD'))).toEqual(all(text))
      }),
    )
  })

  it('takes marks off letters that are taken apart themselves', () => {
    expect(['ǽ', 'Ǿ', 'ǣ'].map(fold)).toEqual(['ae', 'o', 'ae'])
  })

  it('folds what is folded to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })

  it('caps runs that are no words', () => {
    const base64 = `Th${'EACIAACIA'.repeat(200)}`
    const { words, parts } = segment(base64)
    expect(words).toEqual([base64.toLowerCase().substring(0, TOKEN_MAX_LENGTH)])
    expect(parts).toEqual([])
  })

  it.each([
    ['one word', 'a'.repeat(100_000)],
    ['base64', 'EACIAACIA'.repeat(11_000)],
    ['slashes', 'a/'.repeat(50_000)],
    ['capitals', 'aB'.repeat(50_000)],
    ['underscores', `a${'_'.repeat(100_000)}`],
    ['apostrophes', "a'".repeat(50_000)],
    ['accents', 'a\u0300\u0316'.repeat(33_000)],
    ['one base, many marks', `a${'\u0300\u0316'.repeat(50_000)}`],
    ['Chinese', '部'.repeat(100_000)],
    ['Hangul', '가'.repeat(100_000)],
    ['quotes', '"'.repeat(100_000)],
    ['surrogates', '\ud800'.repeat(100_000)],
    ['digits and commas', '1,000'.repeat(20_000)],
  ])('reads 100 KB of %s in linear time', (_name, pump) => {
    // Linear work costs 20 times the twentieth, quadratic work 400 times; between them is room for a busy machine.
    const twentieth = pump.substring(0, pump.length / 20)
    const baselineMs = Math.max(
      leastCpuMs(() => segment(twentieth)),
      1,
    )
    expect(leastCpuMs(() => segment(pump))).toBeLessThan(120 * baselineMs)
  })
})

/** Processor time of the cheapest of five runs: neighbours on the machine do not count. */
function leastCpuMs(action: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5; run++) {
    const before = process.cpuUsage()
    action()
    least = Math.min(least, process.cpuUsage(before).user / 1000)
  }
  return least
}
