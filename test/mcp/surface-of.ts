import type { Client } from '@modelcontextprotocol/client'

/** All that a client is told before it calls anything. */
export async function surfaceOf(client: Client) {
  const { tools } = await client.listTools()
  const { resources } = await client.listResources()
  const { resourceTemplates } = await client.listResourceTemplates()
  const { prompts } = await client.listPrompts()
  const instructions = client.getInstructions()
  const texts = await Promise.all(
    prompts.map(({ name, arguments: given = [] }) =>
      client.getPrompt({
        name,
        arguments: Object.fromEntries(given.map((argument) => [argument.name, '…'])),
      }),
    ),
  )
  return {
    instructions,
    tools,
    resources,
    resourceTemplates,
    prompts,
    texts: texts.map(({ messages }) => messages),
  }
}
