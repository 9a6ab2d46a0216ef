import { expect, it } from 'vitest'
import { withoutTable, withTable } from './edit-toml.js'

const NAME = 'mcp_servers.recollect'
const TABLE = `[${NAME}]\ncommand = "recollect"`

it.each([
  ['nothing', ''],
  ['a table', '[a]\nb = 1\n'],
  ['lists over several lines', 'notify = [\n ["a"],\n]\n\n[a]\nargs = [ # of it\n "[x]",\n]\n'],
  ['a string that holds our header', `text = """\n[${NAME}]\n"""\n`],
])('puts a table in once, and takes it out again: %s', (_, text) => {
  const once = withTable(text, NAME, TABLE)
  expect(once).toContain(TABLE)
  expect(withTable(once, NAME, TABLE)).toBe(once)
  expect(withoutTable(once ?? '', NAME)?.trimEnd()).toBe(text.trimEnd())
})

it('leaves what somebody has written behind it', () => {
  const behind = `\n# my profile, very important\n[profiles.x]\na = 1\n`
  const text = `${TABLE}\n${behind}`
  expect(withTable(text, NAME, `${TABLE}\nargs = []`)).toBe(`${TABLE}\nargs = []\n${behind}`)
  expect(withoutTable(text, NAME)).toBe(behind)
})

it.each([
  ['a dotted key', 'mcp_servers.recollect.command = "x"\n'],
  ['an inline table', 'mcp_servers = { recollect = {} }\n'],
  ['two places', `${TABLE}\n[a]\nb = 1\n[${NAME}.env]\nX = "1"\n`],
])('touches no other form of it: %s', (_, text) => {
  expect(withTable(text, NAME, TABLE)).toBeNull()
})
