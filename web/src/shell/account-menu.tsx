import { caller } from '../api/caller.js'
import { leave, switchTo, user, workspace } from '../api/session.js'
import { useOperation } from '../api/use-operation.js'
import { isKeyHelpOpen } from '../keys/key-help.js'
import { sayKey } from '../keys/key-map.js'
import { words } from '../language/language.js'
import { isPaletteOpen } from '../palette/palette.js'
import { Icon } from '../parts/icon.js'
import { Menu } from '../parts/menu.js'
import { Name } from '../parts/name.js'
import { Select } from '../parts/select.js'
import { prefer, preferences } from './preferences.js'
import './account-menu.css'

/** As whom one looks, and how the page looks: at the foot of the rail. */
export function AccountMenu() {
  const me = caller.value
  const name = workspace.value ?? user.value ?? me?.user ?? '…'
  return (
    <Menu
      label={t('account', name)}
      button={
        <>
          <Icon name={workspace.value === null ? 'user' : 'graph'} />
          <span class="rail-name clip">
            <Name of={name} />
          </span>
        </>
      }
    >
      <AccountChoices />
    </Menu>
  )
}

/** What a menu offers: other memories to look at, how the page looks, the keys, and the way out. */
export function AccountChoices() {
  return (
    <>
      <Switches />
      <div class="account-selects">
        <Select
          label={t('theme')}
          value={preferences.value.theme}
          options={[
            { value: 'system', label: t('system') },
            { value: 'light', label: t('light') },
            { value: 'dark', label: t('dark') },
          ]}
          onChange={(theme) => prefer({ theme })}
        />
        <Select
          label={t('language')}
          value={preferences.value.language}
          options={[
            { value: 'system', label: t('system') },
            { value: 'en', label: 'English' },
            { value: 'zh', label: '中文' },
          ]}
          onChange={(language) => prefer({ language })}
        />
      </div>
      <button type="button" class="menu-item" data-closes onClick={() => (isPaletteOpen.value = true)}>
        <span class="row-grow">{t('palette')}</span>
        <kbd class="key">{sayKey('palette')}</kbd>
      </button>
      <button type="button" class="menu-item" data-closes onClick={() => (isKeyHelpOpen.value = true)}>
        <span class="row-grow">{t('keys')}</span>
        <kbd class="key">{sayKey('help')}</kbd>
      </button>
      <a class="menu-item" href="/reference" target="_blank" rel="noopener">
        {t('reference')}
      </a>
      <button type="button" class="menu-item" data-closes onClick={leave}>
        {t('signOut')}
      </button>
    </>
  )
}

/** The memories that can be looked at. Only an administrator looks as another user. */
function Switches() {
  const isAdministrator = caller.value?.role === 'administrator'
  const banks = useOperation('memory.banks', isAdministrator && user.value === null ? { all: true } : null)
  const known = banks.value?.banks ?? []
  const users = new Set(known.filter(({ kind }) => kind === 'user').map(({ owner }) => owner))
  const workspaces = new Set(known.filter(({ kind }) => kind === 'workspace').map(({ owner }) => owner))
  const own = caller.value?.workspaces
  for (const one of own === 'any' || own === undefined ? [] : own) workspaces.add(one)
  const isElse = user.value !== null || workspace.value !== null
  if (!isElse && users.size + workspaces.size === 0) return null
  return (
    <div>
      <p class="menu-title">{t('lookAs')}</p>
      {isElse && (
        <button type="button" class="menu-item" data-closes onClick={() => switchTo({})}>
          <Icon name="left" />
          {t('own')}
        </button>
      )}
      {[...users].map((name) => (
        <button
          key={`user ${name}`}
          type="button"
          class="menu-item"
          data-closes
          aria-pressed={user.value === name}
          onClick={() => switchTo({ user: name })}
        >
          <Icon name="user" />
          <span class="clip">
            <Name of={name} />
          </span>
        </button>
      ))}
      {[...workspaces].map((name) => (
        <button
          key={`workspace ${name}`}
          type="button"
          class="menu-item"
          data-closes
          aria-pressed={workspace.value === name}
          onClick={() => switchTo({ user: user.value, workspace: name })}
        >
          <Icon name="graph" />
          <span class="clip">
            <Name of={name} />
          </span>
        </button>
      ))}
    </div>
  )
}

const t = words({
  en: {
    account: (name: string) => `Looking as ${name}`,
    lookAs: 'Look as',
    own: 'Back to your own memory',
    theme: 'Theme',
    language: 'Language',
    system: 'system',
    light: 'light',
    dark: 'dark',
    palette: 'Do anything',
    keys: 'Keys',
    reference: 'Reference of the API',
    signOut: 'Sign out',
  },
  zh: {
    account: (name) => `当前身份：${name}`,
    lookAs: '查看身份',
    own: '回到自己的记忆',
    theme: '主题',
    language: '语言',
    system: '跟随系统',
    light: '浅色',
    dark: '深色',
    palette: '执行任何操作',
    keys: '快捷键',
    reference: 'API 参考',
    signOut: '退出登录',
  },
})
