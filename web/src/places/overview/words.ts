import { words } from '../../language/language.js'

export const t = words({
  en: {
    title: 'Overview',
    about: 'What is remembered, and what waits for you',
  },
  zh: {
    title: '概览',
    about: '记住了什么，有什么等待处理',
  },
})
