import { expect, it } from 'vitest'
import { remoteName } from './remote-name.js'

it('calls a remote the same, whoever reaches it and how', () => {
  for (const url of [
    'git@github.com:Acme/Web.git',
    'github.com:acme/web',
    'https://github.com/acme/web',
    'https://ann:ghp_0123456789@github.com/acme/web.git',
    'https://x-access-token:a%40b@GITHUB.com/acme/web/?ref=1#readme',
    'ssh://git@github.com:22/acme/web.git/',
    'git+ssh://git@github.com/acme//web',
    ' git://github.com/acme/web ',
    'git@github.com:acme/web?token=abc',
  ])
    expect(remoteName(url), url).toBe('github.com/acme/web')
})

it('takes letters that are written in two ways for one', () => {
  expect(remoteName('git@x.org:cafe\u0301/web')).toBe(remoteName('git@x.org:caf\u00e9/web'))
})

it('keeps other hosts, owners and depths apart', () => {
  const names = [
    'git@gitlab.com:acme/web',
    'git@github.com:acme/web2',
    'https://git.example.org/team/sub/web',
    'ssh://[2001:db8::1]:2222/acme/web',
  ].map(remoteName)
  expect(names).toEqual([
    'gitlab.com/acme/web',
    'github.com/acme/web2',
    'git.example.org/team/sub/web',
    '[2001:db8::1]/acme/web',
  ])
})

it('knows folders of this machine, and nonsense, for no remotes', () => {
  for (const url of [
    '',
    '/srv/git/web.git',
    '../web',
    './a:b',
    'C:\\code\\web',
    'c:/code/web',
    'file:///srv/web.git',
    'https://github.com',
    'https:///acme/web',
    'git@github.com:',
    'https://github.com/a\u0000b',
    'ann:ghp_0123456789@github.com/acme/web',
    'https:/ann:ghp_0123456789@github.com/acme/web',
    'https:/github.com/acme/web',
    'https://github.com/ann:token%40x/web',
    'git@github.com:acme/../other/web',
    'https://github.com/%2e%2e/web',
    'https://github.com/ac\u200bme/web',
    'https://github.com/acme/\u202ebew',
    `https://github.com/${'a'.repeat(3_000)}`,
  ])
    expect(remoteName(url), url).toBeUndefined()
})
