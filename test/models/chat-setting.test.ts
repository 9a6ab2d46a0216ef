import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfigFile } from '../../src/config-file.js'
import type { ChatModel } from '../../src/model/chat/chat-model.js'
import { type ChatSetting, readChatSettings } from '../../src/model/chat/chat-setting.js'
import { temporaryFolder } from '../open-spine.js'

type Environment = Readonly<Record<string, string>>

const nothing = { get: () => undefined, place: (field: string) => field }

const read = (environment: Environment, model?: ChatSetting, file = nothing) =>
  readChatSettings({ model, environment, file })

async function fileOf(text: string) {
  const home = join(await temporaryFolder(), 'home')
  mkdirSync(home)
  writeFileSync(join(home, 'config.json'), text)
  return home
}

const own: ChatModel = { name: 'mine', complete: async () => ({ text: '', ending: 'whole' }) }

describe('what is configured', () => {
  it('is nothing where nothing is said, whatever keys there are', () => {
    const { roles, dailyTokens } = read({ OPENAI_API_KEY: 'sk-x', RECOLLECT_MODEL: ' ', OLLAMA_HOST: 'here' })
    expect(Object.values(roles).filter((one) => one !== undefined)).toEqual([])
    expect(dailyTokens).toBe(200_000)
  })

  it.each([
    ['off', 'off'],
    ['client', 'client'],
    [
      'ollama:qwen3',
      { provider: 'ollama', model: 'qwen3', url: 'http://127.0.0.1:11434/v1', name: 'ollama:qwen3' },
    ],
    ['ollama:qwen3:8b', { model: 'qwen3:8b', name: 'ollama:qwen3:8b' }],
    ['OpenAI:gpt-x', { provider: 'openai', url: 'https://api.openai.com/v1', name: 'openai:gpt-x' }],
    ['anthropic:claude-x', { provider: 'anthropic', url: 'https://api.anthropic.com/v1' }],
    [
      'openai-compatible:http://127.0.0.1:1234/v1#org/model:q4',
      { provider: 'openai-compatible', model: 'org/model:q4', url: 'http://127.0.0.1:1234/v1' },
    ],
  ] as const)('is read from one line: %s', (line, expected) => {
    const match = typeof expected === 'string' ? expected : expect.objectContaining(expected)
    expect(read({ RECOLLECT_MODEL: line }).roles.extractor).toEqual(match)
    expect(read({}, line).roles.extractor).toEqual(match)
  })

  it('heeds OLLAMA_HOST', () => {
    const at = (OLLAMA_HOST: string) => read({ RECOLLECT_MODEL: 'ollama:m', OLLAMA_HOST }).roles.selector
    expect(at('0.0.0.0')).toMatchObject({ url: 'http://127.0.0.1:11434/v1' })
    expect(at('10.0.0.7:9999')).toMatchObject({ url: 'http://10.0.0.7:9999/v1' })
    expect(at('https://ollama.example')).toMatchObject({ url: 'https://ollama.example/v1' })
  })

  it('is by the program, else in the environment, else in the file; by role, else for all', async () => {
    const file = readConfigFile(
      await fileOf(
        '{"model": {"default": "ollama:file", "researcher": "ollama:file-r"}, "modelDailyTokens": 7}',
      ),
    )
    const environment = { RECOLLECT_MODEL_SELECTOR: 'ollama:env', RECOLLECT_MODEL_SUMMARISER: 'off' }
    const { roles, dailyTokens } = readChatSettings({ model: { selector: own }, environment, file })
    expect(roles.selector).toBe(own)
    expect(roles).toMatchObject({
      summariser: 'off',
      extractor: { model: 'file' },
      researcher: { model: 'file-r' },
    })
    expect(dailyTokens).toBe(7)
    expect(read({ RECOLLECT_MODEL: 'off' }, undefined, file as typeof nothing).roles.researcher).toBe('off')
    const said = { environment: { RECOLLECT_MODEL_DAILY_TOKENS: '8' }, file }
    expect(readChatSettings(said).dailyTokens).toBe(8)
    expect(readChatSettings({ ...said, dailyTokens: 9 }).dailyTokens).toBe(9)
  })

  it.each<[Environment, string]>([
    [{ RECOLLECT_MODEL: 'sometimes' }, 'RECOLLECT_MODEL'],
    [{ RECOLLECT_MODEL: 'sk-live-secret' }, 'RECOLLECT_MODEL'],
    [{ RECOLLECT_MODEL: 'mistral:secret' }, 'RECOLLECT_MODEL'],
    [{ RECOLLECT_MODEL: 'constructor:secret' }, 'RECOLLECT_MODEL'],
    [{ RECOLLECT_MODEL: 'ollama:' }, 'RECOLLECT_MODEL'],
    [{ RECOLLECT_MODEL: 'openai:a\u0007secret' }, 'RECOLLECT_MODEL'],
    [{ RECOLLECT_MODEL_EXTRACTOR: 'openai-compatible:http://h/v1' }, 'RECOLLECT_MODEL_EXTRACTOR'],
    [{ RECOLLECT_MODEL: 'openai-compatible:file:///etc#secret' }, 'RECOLLECT_MODEL'],
    [{ RECOLLECT_MODEL: 'openai-compatible:http://me:secret@h/v1#m' }, 'RECOLLECT_MODEL'],
    [{ RECOLLECT_MODEL: 'openai-compatible:http://h/v1?key=secret#m' }, 'RECOLLECT_MODEL'],
    [{ RECOLLECT_MODEL: 'openai:m', RECOLLECT_MODEL_API_KEY: 'secret key' }, 'RECOLLECT_MODEL_API_KEY'],
    [{ RECOLLECT_MODEL: 'openai:m', OPENAI_API_KEY: 'secrét' }, 'OPENAI_API_KEY'],
    [{ RECOLLECT_MODEL_DAILY_TOKENS: 'many' }, 'RECOLLECT_MODEL_DAILY_TOKENS'],
    [{ RECOLLECT_MODEL_DAILY_TOKENS: '-1' }, 'RECOLLECT_MODEL_DAILY_TOKENS'],
  ])('that makes no sense names its variable, and quotes nothing (%#)', (environment, variable) => {
    expect(() => read(environment)).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(variable) }),
    )
    expect(() => read(environment)).not.toThrow(/secr/)
  })

  it.each<[unknown, string]>([
    [7, 'model'],
    [{ provider: 'mistral', model: 'm' }, 'model.provider'],
    [{ provider: 'openai', model: '' }, 'model.model'],
    [{ provider: 'openai', model: 'm', key: 'secret' }, 'model.key'],
    [{ provider: 'openai', model: 'm', apiKey: 'se cret' }, 'model.apiKey'],
    [{ provider: 'openai-compatible', model: 'm' }, 'model.url'],
    [{ extracter: 'off' }, 'model.extracter'],
    [{ selector: { name: 'mine', complete: 'secret' } }, 'model.selector'],
    [{ selector: null }, 'model.selector'],
  ])('by a program that makes no sense is refused by its name (%#)', (model, place) => {
    const wrong = () => read({}, model as ChatSetting)
    expect(wrong).toThrow(expect.objectContaining({ message: expect.stringContaining(place) }))
    expect(wrong).not.toThrow(/secret/)
  })
})

describe('a key', () => {
  const keyOf = (
    environment: Environment,
    role: 'selector' | 'extractor' = 'extractor',
    model?: ChatSetting,
  ) => (read(environment, model).roles[role] as { apiKey?: string }).apiKey

  it('is the one for models, else the one of the provider', () => {
    const keys = { OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: 'a' }
    expect(keyOf({ ...keys, RECOLLECT_MODEL: 'openai:m' })).toBe('o')
    expect(keyOf({ ...keys, RECOLLECT_MODEL: 'anthropic:m' })).toBe('a')
    expect(keyOf({ ...keys, RECOLLECT_MODEL: 'anthropic:m', RECOLLECT_MODEL_API_KEY: 'k' })).toBe('k')
    expect(keyOf({ ...keys }, 'extractor', { provider: 'openai', model: 'm', apiKey: 'own' })).toBe('own')
  })

  it('goes to the server it is for, and to no other', () => {
    const keys = { OPENAI_API_KEY: 'o', RECOLLECT_MODEL_API_KEY: 'k' }
    const roles = { RECOLLECT_MODEL: 'anthropic:m', RECOLLECT_MODEL_SELECTOR: 'openai:m' }
    expect(keyOf({ ...keys, ...roles })).toBe('k')
    expect(keyOf({ ...keys, ...roles }, 'selector')).toBe('o')
    expect(keyOf({ ...keys, RECOLLECT_MODEL: 'ollama:m' })).toBeUndefined()
    const elsewhere = { provider: 'openai', model: 'm', url: 'http://127.0.0.1:1/v1' } as const
    expect(keyOf({ OPENAI_API_KEY: 'o' }, 'extractor', elsewhere)).toBeUndefined()
    expect(keyOf({ RECOLLECT_MODEL_API_KEY: 'k' }, 'extractor', elsewhere)).toBe('k')
  })

  it('that could be for several servers is refused', () => {
    const environment = {
      RECOLLECT_MODEL_SELECTOR: 'openai:m',
      RECOLLECT_MODEL_EXTRACTOR: 'anthropic:m',
      RECOLLECT_MODEL_API_KEY: 'secret',
    }
    expect(() => read(environment)).toThrow(/RECOLLECT_MODEL_API_KEY could be for more than one/)
    expect(keyOf({ ...environment, RECOLLECT_MODEL_EXTRACTOR: 'openai:n' }, 'selector')).toBe('secret')
  })
})

describe('config.json', () => {
  it('is not needed', async () => {
    const file = readConfigFile(await temporaryFolder())
    expect(file.get('model')).toBeUndefined()
  })

  it.each([
    ['{\n "model": "ollama:m",\n "modle": "secret"\n}', 'not a setting: modle in config.json, line 3'],
    ['{\n "model": "secret",,\n}', 'config.json is no JSON'],
    ['["secret"]', 'config.json is no JSON object'],
    ['', 'config.json is no JSON'],
  ])('that makes no sense is refused with its line, and not quoted (%#)', async (text, message) => {
    const home = await fileOf(text)
    expect(() => readConfigFile(home)).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(message) }),
    )
    expect(() => readConfigFile(home)).not.toThrow(/secret/)
  })

  it.each([
    ['{\n "model": {\n  "selector": "sk-secret"\n }}', 'model.selector in config.json, line 3'],
    [
      '{\n "model": {\n  "provider": "openai",\n  "model": "m",\n  "kee": "secret" }}',
      'model.kee in config.json, line 5',
    ],
    ['{\n\n "modelDailyTokens": "secret" }', 'modelDailyTokens in config.json, line 3'],
  ])('names the line of a setting that makes no sense (%#)', async (text, place) => {
    const file = readConfigFile(await fileOf(text))
    const wrong = () => readChatSettings({ environment: {}, file })
    expect(wrong).toThrow(expect.objectContaining({ message: expect.stringContaining(place) }))
    expect(wrong).not.toThrow(/secret/)
  })
})
