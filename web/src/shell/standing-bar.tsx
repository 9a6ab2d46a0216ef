import { isReachable } from '../api/call.js'
import { caller, may } from '../api/caller.js'
import { noticeChange } from '../api/changes.js'
import { switchTo, user, workspace } from '../api/session.js'
import { words } from '../language/language.js'
import { Button } from '../parts/button.js'
import { seen } from '../parts/seen.js'
import './standing-bar.css'

/** One line above everything, where there is something to know of all that is shown: the connection, or as whom one looks. */
export function StandingBar() {
  if (!isReachable.value) {
    return (
      <div class="standing standing-bad" role="alert">
        <span>{t('lost')}</span>
        <Button kind="quiet" onClick={noticeChange}>
          {t('again')}
        </Button>
      </div>
    )
  }
  const isElse = user.value !== null || workspace.value !== null
  const isReader = caller.value !== null && !may('memory.write')
  if (!isElse && !isReader) return null
  const name = workspace.value ?? user.value ?? ''
  return (
    <div class="standing" role="status">
      {isElse && (
        <span class="clip">{t(workspace.value === null ? 'lookingAs' : 'lookingIn', seen(name))}</span>
      )}
      {isReader && <span class="clip">{t('reads')}</span>}
      {isElse && (
        <Button kind="quiet" onClick={() => switchTo({})}>
          {t('own')}
        </Button>
      )}
    </div>
  )
}

const t = words({
  en: {
    lost: 'The connection is lost. What you see may be old.',
    again: 'Try again',
    lookingAs: (name: string) => (name === 'sample' ? 'This is the sample memory' : `You look as ${name}`),
    lookingIn: (name: string) => `You look into the workspace ${name}`,
    reads: 'This key reads: what would change memory is left out',
    own: 'Back to your own',
  },
  zh: {
    lost: '连接已断开，所见内容可能已过时。',
    again: '重试',
    lookingAs: (name) => (name === 'sample' ? '这是示例记忆' : `正以 ${name} 的身份查看`),
    lookingIn: (name) => `正在查看工作区 ${name}`,
    reads: '此密钥仅可读取：不显示会更改记忆的操作',
    own: '回到自己的记忆',
  },
})
