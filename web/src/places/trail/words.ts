import { words } from '../../language/language.js'

export const t = words({
  en: {
    title: 'Trail',
    about: 'Who did what, and when',
  },
  zh: {
    title: '足迹',
    about: '谁在何时做了什么',
  },
})
