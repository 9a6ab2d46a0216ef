import { words } from '../../language/language.js'

export const t = words({
  en: {
    title: 'Documents',
    about: 'Published sources that can be asked',
  },
  zh: {
    title: '文档',
    about: '可供查询的已发布资料',
  },
})
