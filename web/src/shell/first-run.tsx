import { useState } from 'preact/hooks'
import { call } from '../api/call.js'
import { caller } from '../api/caller.js'
import { words } from '../language/language.js'
import { go, href } from '../location/location.js'
import { Button } from '../parts/button.js'
import { attempt } from '../parts/notice.js'
import { CopyLine } from './copy-line.js'
import './first-run.css'

/** What stands where nothing is remembered yet: what this is, two ways to begin, and how an agent is connected. */
export function FirstRun() {
  const [isLoading, setLoading] = useState(false)
  const loadSample = async () => {
    setLoading(true)
    await attempt(async () => {
      const { user } = await call('memory.load_sample', {})
      go(href('search', { user, workspace: null }))
    })
    setLoading(false)
  }
  return (
    <section class="first-run">
      <h2 class="first-run-title">{t('title')}</h2>
      <p>{t('what')}</p>
      <p>{t('where')}</p>
      <div class="first-run-actions">
        <Button kind="primary" href={href('system/import')}>
          {t('import')}
        </Button>
        {caller.value?.role === 'administrator' && (
          <Button isDisabled={isLoading} onClick={() => void loadSample()}>
            {t(isLoading ? 'loading' : 'sample')}
          </Button>
        )}
      </div>
      <p class="meta">{t('connect')}</p>
      <CopyLine text={`${caller.value?.command ?? 'recollect'} setup claude-code`} />
    </section>
  )
}

const t = words({
  en: {
    title: 'Nothing is remembered yet',
    what: 'Recollect keeps what you and your agents say, word for word, and finds it again with the reason why.',
    where: 'All of it stays on this machine. You see every step, correct it, or make it forget for good.',
    import: 'Import a conversation',
    sample: 'Load the sample',
    loading: 'Loading …',
    connect: 'To connect Claude Code (or cursor, codex, gemini in its place), run in a terminal:',
  },
  zh: {
    title: '还没有记住任何内容',
    what: 'Recollect 逐字保存你和助手所说的内容，并在找回时说明理由。',
    where: '一切都留在本机。每一步都看得见，可以更正，也可以永久遗忘。',
    import: '导入对话',
    sample: '载入示例',
    loading: '正在载入…',
    connect: '要连接 Claude Code（也可换成 cursor、codex、gemini），请在终端运行：',
  },
})
