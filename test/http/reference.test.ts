import { join } from 'node:path'
import { expect, it } from 'vitest'
import { offered } from '../../src/http/offered-operations.js'
import { escapeHtml } from '../../src/http/reference/escape-html.js'
import { useServer } from './serve-here.js'

const served = useServer(() => ({ web: join(import.meta.dirname, '..', '..', 'web', 'public') }))

it('is a page that needs no token, names every operation, and loads nothing from elsewhere', async () => {
  const answer = await served().ask('/reference', { token: null })
  const page = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const wanted = offered().flatMap(({ operation: { name, description } }) => [
    `<article id="${name}"`,
    `<li><a href="#${name}"`,
    escapeHtml(description),
  ])
  expect(wanted.filter((part) => !page.includes(part))).toEqual([])
  const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
  expect(addresses.filter((address) => !/^[#/](?!\/)/.test(address ?? ''))).toEqual([])
  // What the policy would refuse: scripts and styles that stand in the page.
  expect(page).not.toMatch(/<style|style="|<script(?! type="module" src=)|\son[a-z]+="/)
  for (const [file, type] of [
    ['/reference/reference.css', /^text\/css/],
    ['/reference/reference.js', /javascript/],
  ] as const) {
    const { status, headers } = await served().ask(file, { token: null })
    expect([file, status, headers.get('content-type')]).toEqual([file, 200, expect.stringMatching(type)])
  }
})
