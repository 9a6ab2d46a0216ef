import { words } from '../../language/language.js'

export const t = words({
  en: {
    title: 'Memory',
    facts: 'Facts',
    records: 'Records',
    notes: 'Notes',
    people: 'People',
    projects: 'Projects',
    decisions: 'Decisions',
    instructions: 'Instructions',
    core: 'Core memory',
    all: 'All',
    filter: 'Contains',
    nothing: 'Nothing fits these filters',
    clear: 'Clear the filters',
  },
  zh: {
    title: '记忆',
    facts: '事实',
    records: '记录',
    notes: '笔记',
    people: '人物',
    projects: '项目',
    decisions: '决定',
    instructions: '指令',
    core: '核心记忆',
    all: '全部',
    filter: '包含',
    nothing: '没有符合筛选条件的内容',
    clear: '清除筛选',
  },
})
