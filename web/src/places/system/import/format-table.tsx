import { t } from './words.js'

const sources = [
  ['ChatGPT', 'howChatgpt'],
  ['Claude.ai', 'howClaude'],
  ['Claude Code', 'howClaudeCode'],
  ['Codex', 'howCodex'],
  ['Slack', 'howSlack'],
  ['Telegram', 'howTelegram'],
  ['Discord', 'howDiscord'],
  ['WhatsApp', 'howWhatsapp'],
  ['AI SDK', 'howAiSdk'],
  ['OpenAI · Anthropic API', 'howApi'],
] as const

/** What can be imported, and how one gets it. */
export function FormatTable() {
  return (
    <div class="table-box">
      <table class="table">
        <tbody>
          {sources.map(([name, how]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{t(how)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('notes')}</th>
            <td>{t('howNotes')}</td>
          </tr>
          <tr>
            <th scope="row">{t('anything')}</th>
            <td>
              {t('howAnything')}
              <code class="example">{EXAMPLE}</code>
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

const EXAMPLE = '{"role": "user", "content": "…", "at": "2026-03-01T09:30", "session": "harbour"}'
