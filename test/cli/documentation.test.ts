import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.js'
import { commandHelp, overview } from '../../src/cli/help.js'
import { promptCommands } from '../../src/cli/play/prompt-line.js'
import { spelled } from '../../src/cli/two-words.js'

const page = join(import.meta.dirname, '..', '..', 'docs', 'cli.md')

describe('docs/cli.md', () => {
  const all = commands()
  const text = readFileSync(page, 'utf8')
  const marker = /^<!-- From here on .*-->$/m.exec(text)?.[0] ?? ''

  it('shows the help of every command, word for word', async () => {
    const written = text.split(marker)[0] ?? ''
    const fence = (content: string) => `\`\`\`text\n${content}\n\`\`\``
    const shown = all.map((command) => `### ${spelled(command.name)}\n\n${fence(commandHelp(command))}`)
    const rendered = [`${written}${marker}`, fence(overview(all)), ...shown].join('\n\n')
    expect(marker).not.toBe('')
    await expect(`${rendered}\n`).toMatchFileSnapshot(page)
  })

  it('mentions what is typed at the prompt', () => {
    const said = promptCommands
      .map(([command]) => command)
      .filter((command) => text.includes(`\`${command}\``))
    expect(said).toEqual(expect.arrayContaining(['/sample', '/mine']))
  })
})
