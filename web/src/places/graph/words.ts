import { words } from '../../language/language.js'

export const t = words({
  en: {
    title: 'Graph',
    about: 'How people and things are related',
  },
  zh: {
    title: '图谱',
    about: '人与事物的关联',
  },
})
