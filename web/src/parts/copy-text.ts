import { words } from '../language/language.js'
import { notify } from './notice.js'

/** Puts a text onto the clipboard, or says that it has to be marked by hand. Answers whether it is there. */
export async function copyText(text: string, byHand: string = t('byHand')): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // A browser lends its clipboard to pages of this machine, and of https, alone.
    notify(byHand)
    return false
  }
}

const t = words({
  en: { byHand: 'This browser does not let the page copy: mark it and copy it' },
  zh: { byHand: '此浏览器不允许网页复制：请选中后手动复制' },
})
