import type { Trust as TrustOf } from '../api/operation-types.js'
import { words } from '../language/language.js'
import './marks.css'

/** How far a thing can be believed, as a shape first: ◆ definitive ● stated ○ observed ◌ untrusted. */
export function Trust({ of, isNamed = false }: { readonly of: TrustOf; readonly isNamed?: boolean }) {
  return (
    <span class={`trust trust-${of}`} title={isNamed ? t(why[of]) : `${t(of)}: ${t(why[of])}`}>
      <svg
        class="trust-shape"
        viewBox="0 0 12 12"
        width="12"
        height="12"
        aria-hidden="true"
        focusable="false"
      >
        {of === 'definitive' ? <path d="M6 1 11 6 6 11 1 6Z" /> : <circle cx="6" cy="6" r="3.6" />}
      </svg>
      <span class={isNamed ? undefined : 'only-heard'}>{t(of)}</span>
    </span>
  )
}

/** What a level of trust is called. */
export function sayTrust(of: TrustOf): string {
  return t(of)
}

const why = {
  definitive: 'definitiveWhy',
  stated: 'statedWhy',
  observed: 'observedWhy',
  untrusted: 'untrustedWhy',
} as const

const t = words({
  en: {
    definitive: 'definitive',
    definitiveWhy: 'you confirmed or corrected it',
    stated: 'stated',
    statedWhy: 'the user said it in person',
    observed: 'observed',
    observedWhy: 'a tool said it, or it was imported',
    untrusted: 'untrusted',
    untrustedWhy: 'an assistant said it, or a document',
  },
  zh: {
    definitive: '确定',
    definitiveWhy: '由你确认或更正',
    stated: '亲述',
    statedWhy: '用户亲口所说',
    observed: '观察',
    observedWhy: '来自工具或导入',
    untrusted: '存疑',
    untrustedWhy: '来自助手或文档',
  },
})
