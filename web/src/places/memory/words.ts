import { words } from '../../language/language.js'

export const t = words({
  en: {
    title: 'Memory',
    about: 'Records, facts, thoughts, instructions',
  },
  zh: {
    title: '记忆',
    about: '记录、事实、想法与指令',
  },
})
