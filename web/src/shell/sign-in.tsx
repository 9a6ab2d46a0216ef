import { useState } from 'preact/hooks'
import { send } from '../api/call.js'
import { asProblem } from '../api/problem.js'
import { isShutOut, signIn } from '../api/session.js'
import { words } from '../language/language.js'
import { Button } from '../parts/button.js'
import { Field } from '../parts/field.js'
import { CopyLine } from './copy-line.js'
import './first-run.css'

/** Where nobody is signed in: the command that does it, and a field for a key. */
export function SignIn() {
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<string>()
  const enter = async () => {
    try {
      await send('/api/v1/caller', { headers: { Authorization: `Bearer ${key.trim()}` } })
      signIn(key.trim())
    } catch (error) {
      const { status, message } = asProblem(error)
      setProblem(status === 401 ? t('refused') : message)
    }
  }
  return (
    <main class="sign-in">
      <form
        class="first-run"
        onSubmit={(event) => {
          event.preventDefault()
          void enter()
        }}
      >
        <h1 class="first-run-title">{t('title')}</h1>
        {isShutOut.value && <p role="alert">{t('shutOut')}</p>}
        <p>{t('open')}</p>
        <CopyLine text="recollect open" />
        <p class="meta">{t('clone')}</p>
        <CopyLine text="npx recollect open" />
        <p class="sign-in-or">{t('or')}</p>
        <Field label={t('key')} type="password" isMono value={key} onInput={setKey} problem={problem} />
        <div class="first-run-actions">
          <Button submits kind="primary" isDisabled={key.trim() === ''}>
            {t('enter')}
          </Button>
        </div>
      </form>
    </main>
  )
}

const t = words({
  en: {
    title: 'Recollect',
    shutOut: 'This key was revoked, or has run out.',
    open: 'This page needs a token. On the machine where Recollect runs, this opens it with one:',
    clone: 'In the folder of a clone, where npm start was run:',
    or: 'Or with a key that somebody made for you:',
    key: 'Key',
    enter: 'Sign in',
    refused: 'This key is not known here, has run out or was revoked',
  },
  zh: {
    title: 'Recollect',
    shutOut: '此密钥已被吊销或已过期。',
    open: '打开此页面需要令牌。在运行 Recollect 的机器上执行以下命令即可打开：',
    clone: '如果是源码克隆，请在运行 npm start 的目录中执行：',
    or: '或者使用他人为你创建的密钥：',
    key: '密钥',
    enter: '登录',
    refused: '此密钥未知、已过期或已被吊销',
  },
})
