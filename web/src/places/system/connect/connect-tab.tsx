import { isAdministrator } from '../../../api/caller.js'
import { href, param, setParams } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { Select } from '../../../parts/select.js'
import { CopyBlock } from '../shared/copy-block.js'
import { Part } from '../shared/part.js'
import { SystemFrame } from '../system-frame.js'
import { type HttpClient, httpClients, settingsOf } from './client-settings.js'
import { titleOf } from './client-titles.js'
import { curlOf, exportOf } from './commands.js'
import { t } from './words.js'

const agents = ['claude-code', 'codex', 'gemini', 'cursor'] as const
const programs = ['claude-desktop', 'vscode', 'claude-code', 'cursor', 'codex'] as const
/** How an agent or a program comes to use this memory, with the commands to copy: `/system/connect?agent=codex`. */
export function ConnectTab() {
  return (
    <SystemFrame tab="connect">
      <CodingAgent />
      <OverHttp />
      <OtherProgram />
    </SystemFrame>
  )
}

function CodingAgent() {
  const agent = oneOf(agents, param('agent'))
  return (
    <Part title={t('agent')} about={t('agentAbout')}>
      <Select
        label={t('which')}
        value={agent}
        options={agents.map((value) => ({ value, label: titleOf(value) }))}
        onChange={(value) => setParams({ agent: value })}
      />
      <CopyBlock label={t('agent')} text={`recollect setup ${agent}`} />
      <p class="meta">{t('agentThen')}</p>
      <CopyBlock label={t('undo')} text={`recollect setup ${agent} --undo`} />
    </Part>
  )
}

function OverHttp() {
  const client = oneOf(httpClients, param('client'))
  const { text, shell } = settingsOf(client, `${location.origin}/mcp`)
  return (
    <Part title={t('http')} about={t('httpAbout')}>
      <ol class="steps">
        <li>
          <p>{t('httpKey')}</p>
          <div class="part-line">
            {isAdministrator() && (
              <Button href={href('system/keys/new', { agent: client })}>{t('makeKey')}</Button>
            )}
            {!isAdministrator() && <span class="meta">{t('askForKey')}</span>}
          </div>
        </li>
        <li>
          <p>{t('httpEnvironment')}</p>
          <CopyBlock label={t('httpEnvironment')} text={exportOf('rk_…')} />
        </li>
        <li>
          <Select
            label={t('httpSettings')}
            value={client}
            options={httpClients.map((value) => ({ value, label: titleOf(value) }))}
            onChange={(value: HttpClient) => setParams({ client: value })}
          />
          {shell !== null && (
            <>
              <p class="meta">{t('byCommand')}</p>
              <CopyBlock label={t('byCommand')} text={shell} />
            </>
          )}
          <p class="meta">{t(shell === null ? 'inSettings' : 'orInSettings')}</p>
          <CopyBlock label={t('inSettings')} text={text} />
        </li>
      </ol>
      <p class="meta">{t('curl')}</p>
      <CopyBlock label={t('curl')} text={curlOf(location.origin)} />
      <p>
        <a class="link" href="/reference" target="_blank" rel="noopener">
          {t('reference')}
        </a>
      </p>
    </Part>
  )
}

function OtherProgram() {
  const program = oneOf(programs, param('program'))
  return (
    <Part title={t('program')} about={t('programAbout')}>
      <Select
        label={t('which')}
        value={program}
        options={programs.map((value) => ({ value, label: titleOf(value) }))}
        onChange={(value) => setParams({ program: value })}
      />
      <CopyBlock label={t('program')} text={`recollect init --client ${program}`} />
    </Part>
  )
}

function oneOf<V extends string>(values: readonly [V, ...V[]], given: string): V {
  return values.find((value) => value === given) ?? values[0]
}
