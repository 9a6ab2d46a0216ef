import { words } from '../../language/language.js'

export const t = words({
  en: {
    title: 'Tasks',
    about: 'What was going on, and what the model was given',
  },
  zh: {
    title: '任务',
    about: '过程与模型所见',
  },
})
