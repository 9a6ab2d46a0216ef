import { words } from '../../language/language.js'

export const t = words({
  en: {
    title: 'Review',
    about: 'Everything that waits for your decision',
  },
  zh: {
    title: '审阅',
    about: '等待您决定的一切',
  },
})
