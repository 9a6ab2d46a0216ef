import { describe, expect, it } from 'vitest'
import { type Cover, coveredBy } from './covered.js'

const keyOf = (place: string) => Buffer.from(place)

function covers(cover: Cover, source: string | null, place: string | null): boolean {
  return coveredBy([cover], keyOf)({ source, placeKey: place === null ? null : keyOf(place) })
}

describe('what an import looked through', () => {
  it.each<[Cover, string | null, string | null, boolean]>([
    [{ source: '' }, 'a.md', null, true],
    [{ source: '' }, 'a.md', '/w/a.md', false],
    [{ source: '' }, null, null, false],
    [{ source: 'docs/' }, 'docs/a.md', null, true],
    [{ source: 'docs/' }, 'docs2/a.md', null, false],
    [{ source: 'docs/', place: '/w/docs/' }, 'docs/a/b.md', '/w/docs/a/b.md', true],
    [{ source: 'docs/', place: '/w/docs/' }, 'docs/a/b.md', '/v/docs/a/b.md', false],
    [{ source: 'docs/', place: '/w/docs/' }, 'docs/a/b.md', null, false],
    [{ source: 'docs/', place: '/w/docs/', except: ['a'] }, 'docs/a/b.md', '/w/docs/a/b.md', false],
    [{ source: 'docs/', place: '/w/docs/', except: ['a/b.md'] }, 'docs/a/b.md', '/w/docs/a/b.md', false],
    [{ source: 'docs/', place: '/w/docs/', except: ['a/b'] }, 'docs/a/b.md', '/w/docs/a/b.md', true],
  ])('%j has %s at %s: %s', (cover, source, place, expected) => {
    expect(covers(cover, source, place)).toBe(expected)
  })
})
