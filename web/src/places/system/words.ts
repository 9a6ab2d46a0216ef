import { words } from '../../language/language.js'

export const t = words({
  en: {
    title: 'System',
    about: 'Keys, users, settings, import and export',
  },
  zh: {
    title: '系统',
    about: '密钥、用户、设置、导入导出',
  },
})
