import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readXml, textIn, type XmlElement } from './s3-xml.js'

describe('readXml', () => {
  it('reads what object stores answer', () => {
    const read = readXml(
      '<?xml version="1.0" encoding="UTF-8"?>\n<List xmlns="http://a/b"><Key>a &amp;&lt;&#x1F375;&#9;&quot;</Key><Empty/><In a="1"><Key>b</Key></In>\n</List>\n',
    )
    expect(read?.name).toBe('List')
    expect(textIn(read, 'Key')).toBe('a &<🍵\t"')
    expect(textIn(read, 'Empty')).toBe('')
    expect(textIn(read, 'none')).toBe('')
    expect(read?.children.map(({ name }) => name)).toEqual(['Key', 'Empty', 'In'])
    expect(textIn(read?.children[2], 'Key')).toBe('b')
  })

  it.each([
    '',
    'text',
    '<a>',
    '<a><b></a></b>',
    '</a>',
    '<a></a><b></b>',
    '<a/>text',
    '<a><!-- --></a>',
    '<a><![CDATA[b]]></a>',
    '<!DOCTYPE a><a/>',
    '<a',
    '<a><b',
    `${'<a>'.repeat(20)}${'</a>'.repeat(20)}`,
  ])('takes %j for nothing', (source) => {
    expect(readXml(source)).toBeUndefined()
  })

  it('reads what was written, and nothing that was cut', () => {
    const written = ({ name, text, children }: XmlElement): string =>
      `<${name}>${text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`)}${children.map(written).join('')}</${name}>`
    const element = fc.memo((depth) =>
      fc.record({
        name: fc.constantFrom('Key', 'ETag', 'Contents'),
        text: fc.string({ unit: 'binary' }),
        children: depth > 1 ? fc.array(element(depth - 1), { maxLength: 3 }) : fc.constant<XmlElement[]>([]),
      }),
    ) as (depth: number) => fc.Arbitrary<XmlElement>
    fc.assert(
      fc.property(element(4), fc.nat(), (one, cut) => {
        const source = written(one)
        expect(readXml(source)).toEqual(one)
        expect(readXml(source.slice(0, cut % source.length))).toBeUndefined()
      }),
    )
  })
})
