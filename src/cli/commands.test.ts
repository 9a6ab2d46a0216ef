import { describe, expect, it } from 'vitest'
import { operations } from '../operations/table.js'
import { globalFlags } from './arguments/global-flags.js'
import { commands } from './commands.js'
import { commandHelp, overview } from './help.js'
import { ownCommands } from './own-commands.js'
import { spelled } from './two-words.js'

const all = commands()
const named = (name: string) => all.find((command) => command.name === name)

describe('commands', () => {
  it('are the operations that have the terminal among their surfaces, and its own', () => {
    const offered = Object.values(operations).filter(({ surfaces }) =>
      (surfaces as readonly string[]).includes('cli'),
    )
    expect(all).toHaveLength(offered.length + ownCommands.length)
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['capture', 'audit-log', 'import', 'play']),
    )
  })

  it.each(all.map((command) => [command.name, command] as const))(
    '%s explains itself with an example',
    (name, command) => {
      const help = commandHelp(command)
      expect(command.example).toMatch(new RegExp(`^recollect ${spelled(name)}\\b`))
      expect(help).toContain(command.example)
      expect(help).toContain(`recollect ${spelled(name)}`)
      expect(command.description.length).toBeGreaterThan(20)
      expect(overview(all)).toContain(command.title)
    },
  )

  it('say what each flag is for', () => {
    for (const { name, fields } of all) {
      for (const { flag, description, byDefault } of fields) {
        const isSaid = description !== '' || byDefault !== undefined || flag === 'since'
        expect(isSaid, `${name} --${flag}`).toBe(true)
      }
    }
  })

  it('have no flag that means something else on every command', () => {
    const taken = new Set(
      globalFlags.flatMap(({ flag, short }) => [flag, ...(short === undefined ? [] : [short])]),
    )
    for (const { name, fields } of all) {
      for (const { flag, short } of fields)
        expect(taken.has(flag) || taken.has(short ?? flag), `${name} ${flag}`).toBe(false)
    }
  })

  it('have no two with one name', () => {
    const names = all.flatMap(({ name, aliases }) => [name, ...aliases])
    expect(new Set(names).size).toBe(names.length)
  })

  it('take their main argument from the field that streams, else from the one that must be given', () => {
    expect(named('import')?.main).toMatchObject({ field: 'content', placeholder: 'PATH' })
    expect(named('search')?.main).toMatchObject({ field: 'question', joins: true })
    expect(named('forget')?.main).toMatchObject({
      field: 'id',
      placeholder: 'NUMBER',
      joins: false,
      isItem: true,
    })
    expect(named('stats')?.main).toBeUndefined()
  })

  it('find out what is wrong with an input before anything is opened', () => {
    expect(named('search')?.check({ question: 'x', limit: 0 })).toMatch(/^--limit: /)
    expect(named('show')?.check({ id: 'nonsense' })).toBe(
      'give the id of one item, as a hit or a capture shows it',
    )
    expect(named('import')?.check({ session: 'x' })).toBeUndefined()
    expect(named('record-save')?.check({ name: 'x', description: 'y' })).toBe(
      'record-save needs --type, one of user, feedback, project, reference',
    )
    expect(named('record-save')?.check({ name: 'x', type: 'user' })).toBe('record-save needs --description')
    expect(named('record-delete')?.check({ which: 'x', yes: true })).toBeUndefined()
  })

  it('say in their help what must be given, and that a body can be piped in', () => {
    const save = named('record-save')
    const help = save === undefined ? '' : commandHelp(save).replace(/\s+/g, ' ')
    expect(help).toContain('recall chooses by it (required) --type')
    expect(help).toContain('one of user, feedback, project, reference (required)')
    expect(help).toContain('up to 64 KB; - reads the pipe Flags')
  })

  it('never offer to forget without proof', () => {
    expect(named('forget')?.fields.map(({ flag }) => flag)).toEqual(['session', 'entity', 'preview', 'yes'])
  })
})
