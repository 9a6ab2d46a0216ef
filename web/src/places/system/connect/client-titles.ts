const titles: ReadonlyMap<string, string> = new Map([
  ['claude-code', 'Claude Code'],
  ['claude-desktop', 'Claude Desktop'],
  ['codex', 'Codex'],
  ['gemini', 'Gemini CLI'],
  ['cursor', 'Cursor'],
  ['vscode', 'VS Code'],
])

/** What the makers of a client call it. */
export function titleOf(client: string): string {
  return titles.get(client) ?? client
}
