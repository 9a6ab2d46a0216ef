/** The entity of HTML at a place, and what it stands for; undefined where it is none, or a rare one. */
export function entityAt(
  text: string,
  at: number,
  to: number,
): { readonly by: string; readonly end: number } | undefined {
  ENTITY.lastIndex = at
  const [whole = '', hex, decimal, name = ''] = ENTITY.exec(text) ?? []
  const end = at + whole.length
  if (whole === '' || end > to) return undefined
  const point =
    hex !== undefined ? Number.parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : undefined
  const by = point === undefined ? NAMED.get(name) : charOf(point)
  return by === undefined ? undefined : { by, end }
}

const ENTITY = /&(?:#[xX]([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-zA-Z][a-zA-Z0-9]{1,31}));/y

/** Of a number that is no character, CommonMark makes the replacement character. */
function charOf(point: number): string {
  const isChar = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
  return isChar ? String.fromCodePoint(point) : '\ufffd'
}

/** Those that people write in text; the two thousand others stay as they are. */
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    ensp: '\u2002',
    emsp: '\u2003',
    thinsp: '\u2009',
    copy: '©',
    reg: '®',
    trade: '™',
    hellip: '…',
    mdash: '—',
    ndash: '–',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    bull: '•',
    middot: '·',
    larr: '←',
    rarr: '→',
    uarr: '↑',
    darr: '↓',
    times: '×',
    divide: '÷',
    plusmn: '±',
    minus: '−',
    deg: '°',
    micro: 'µ',
    euro: '€',
    pound: '£',
    yen: '¥',
    cent: '¢',
    sect: '§',
    para: '¶',
    le: '≤',
    ge: '≥',
    ne: '≠',
    infin: '∞',
    lbrace: '{',
    rbrace: '}',
    lbrack: '[',
    rbrack: ']',
    lpar: '(',
    rpar: ')',
    vert: '|',
    num: '#',
    ast: '*',
    lowbar: '_',
    grave: '`',
    bsol: '\\',
    shy: '\u00ad',
    zwj: '\u200d',
    zwnj: '\u200c',
  }),
)
