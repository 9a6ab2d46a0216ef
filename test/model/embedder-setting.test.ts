import { describe, expect, it } from 'vitest'
import { type EmbedderSetting, readEmbedderSetting } from '../../src/model/embedder-setting.js'
import { createHashEmbedder } from '../hash-embedder.js'

const URL = 'http://127.0.0.1:1234/v1'

describe('what is configured', () => {
  it('is nothing where nothing is said', () => {
    expect(readEmbedderSetting(undefined, {})).toBeUndefined()
    expect(readEmbedderSetting(undefined, { RECOLLECT_EMBEDDER: ' ' })).toBeUndefined()
    // A key for another purpose starts nothing.
    expect(readEmbedderSetting(undefined, { RECOLLECT_EMBEDDER_API_KEY: 'sk-x' })).toBeUndefined()
  })

  it.each(['auto', 'off', 'packaged', 'shared'] as const)('is a word: %s', (word) => {
    expect(readEmbedderSetting(undefined, { RECOLLECT_EMBEDDER: word.toUpperCase() })).toBe(word)
    expect(readEmbedderSetting(word, { RECOLLECT_EMBEDDER: 'http' })).toBe(word)
  })

  it('is a server, with or without the word http', () => {
    const server = { RECOLLECT_EMBEDDER_URL: URL, RECOLLECT_EMBEDDER_MODEL: 'bge-m3' }
    expect(readEmbedderSetting(undefined, server)).toEqual({ url: URL, model: 'bge-m3' })
    expect(
      readEmbedderSetting(undefined, {
        ...server,
        RECOLLECT_EMBEDDER: 'http',
        RECOLLECT_EMBEDDER_API_KEY: 'k',
      }),
    ).toEqual({ url: URL, model: 'bge-m3', apiKey: 'k' })
    expect(readEmbedderSetting(undefined, { ...server, RECOLLECT_EMBEDDER: 'off' })).toBe('off')
  })

  it('is what the program asked for before what the environment says', () => {
    const own = createHashEmbedder()
    expect(readEmbedderSetting(own, { RECOLLECT_EMBEDDER: 'off' })).toBe(own)
    expect(readEmbedderSetting({ url: URL, model: 'm' }, {})).toEqual({ url: URL, model: 'm' })
  })

  it.each([
    [{ RECOLLECT_EMBEDDER: 'sometimes' }, 'RECOLLECT_EMBEDDER'],
    [{ RECOLLECT_EMBEDDER: 'http' }, 'RECOLLECT_EMBEDDER_URL'],
    [{ RECOLLECT_EMBEDDER_URL: URL }, 'RECOLLECT_EMBEDDER_MODEL'],
    [{ RECOLLECT_EMBEDDER_MODEL: 'm' }, 'RECOLLECT_EMBEDDER_URL'],
    [{ RECOLLECT_EMBEDDER_URL: 'localhost', RECOLLECT_EMBEDDER_MODEL: 'm' }, 'RECOLLECT_EMBEDDER_URL'],
    [
      { RECOLLECT_EMBEDDER_URL: 'file:///etc/passwd', RECOLLECT_EMBEDDER_MODEL: 'm' },
      'RECOLLECT_EMBEDDER_URL',
    ],
    [
      { RECOLLECT_EMBEDDER_URL: 'http://me:secret@h/v1', RECOLLECT_EMBEDDER_MODEL: 'm' },
      'RECOLLECT_EMBEDDER_URL',
    ],
    [{ RECOLLECT_EMBEDDER_URL: URL, RECOLLECT_EMBEDDER_MODEL: 'a\u0007b' }, 'RECOLLECT_EMBEDDER_MODEL'],
    [
      { RECOLLECT_EMBEDDER_URL: URL, RECOLLECT_EMBEDDER_MODEL: 'm', RECOLLECT_EMBEDDER_API_KEY: 'se cret' },
      'RECOLLECT_EMBEDDER_API_KEY',
    ],
  ])('that makes no sense names its variable (%#)', (environment, variable) => {
    expect(() => readEmbedderSetting(undefined, environment)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringMatching(new RegExp(`\\b${variable}\\b(?!.*secret)`)),
        hint: expect.not.stringContaining('secret'),
      }),
    )
  })

  it.each<unknown>([
    'sometimes',
    7,
    null,
    {},
    { url: URL },
    { url: URL, model: '' },
    { url: URL, model: 'm', dimensions: 0 },
    { url: URL, model: 'm', maxTokens: 1.5 },
    { url: URL, model: 'm', timeoutMs: -1 },
    { url: URL, model: 'm', apiKey: '' },
  ])('by a program without types is looked at too: %j', (option) => {
    expect(() => readEmbedderSetting(option as EmbedderSetting, {})).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining('embedder') }),
    )
  })
})
