import { go, href } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { httpClients, settingsOf } from '../connect/client-settings.js'
import { titleOf } from '../connect/client-titles.js'
import { curlOf, exportOf } from '../connect/commands.js'
import { CopyBlock } from '../shared/copy-block.js'
import { Part } from '../shared/part.js'
import { SystemFrame } from '../system-frame.js'
import type { CreatedKey } from './api-key.js'
import { t } from './words.js'

/** The secret, this once, and what it is used with. It stands nowhere but on this page. */
export function NewKey({ of: { key, id, name, agent } }: { readonly of: CreatedKey }) {
  const client = httpClients.find((one) => one === agent) ?? 'claude-code'
  const { shell, text } = settingsOf(client, `${location.origin}/mcp`)
  return (
    <SystemFrame tab="keys">
      <Part title={t('madeTitle', name ?? id)} about={t('once')}>
        <CopyBlock label={t('secret')} text={key} />
      </Part>
      <Part title={t('useTitle')} about={t('useAbout')}>
        <CopyBlock label={t('useEnvironment')} text={exportOf(key)} />
      </Part>
      {agent === null && (
        <Part title={t('useCurl')}>
          <CopyBlock label={t('useCurl')} text={curlOf(location.origin)} />
        </Part>
      )}
      <Part title={t('useMcp')} about={t('useMcpAbout', titleOf(client))}>
        <CopyBlock label={t('useMcp')} text={shell ?? text} />
        <p>
          <a class="link" href={href('system/connect', { client })}>
            {t('otherClients')}
          </a>
        </p>
      </Part>
      <div class="form-foot">
        <Button kind="primary" onClick={() => go(href('system/keys', { on: `key:${id}` }))}>
          {t('kept')}
        </Button>
      </div>
    </SystemFrame>
  )
}
