import { words } from '../../language/language.js'

export const t = words({
  en: {
    title: 'Search',
    about: 'Ask in plain words',
  },
  zh: {
    title: '搜索',
    about: '用日常语言提问',
  },
})
