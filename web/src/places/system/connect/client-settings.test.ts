import { expect, it } from 'vitest'
import { httpClientConfig, httpClients as ofTheProgram } from '../../../../../src/cli/http-client-config.js'
import { httpClients, settingsOf } from './client-settings.js'

it.each(httpClients)('are for %s what the program prints', (client) => {
  expect(httpClients).toEqual(ofTheProgram)
  for (const url of ['http://127.0.0.1:4114/mcp', 'https://memory.example.org/mcp?workspace=acme/web']) {
    const { text, shell } = httpClientConfig(client, url, 'linux')
    expect(settingsOf(client, url)).toEqual({ text, shell })
  }
})
