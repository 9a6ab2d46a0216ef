import { words } from '../../../language/language.js'

export const t = words({
  en: {
    exporting: 'Exporting',
    saved: (size: string) => `Saved: ${size}, where your browser puts downloads`,
    archive: 'Everything, as an archive',
    archiveAbout:
      'All that is remembered, with its sources, what was forgotten and the log, as JSON lines. Another Recollect takes it in without loss.',
    exportMine: 'Export my memory',
    exportOf: (name: string) => `Export the memory of ${name}`,
    exportAll: 'Export the whole store',
    takeIn: 'Take an archive in',
    records: 'Records, as files',
    recordsAbout: 'To read, edit, or take along to another program.',
    asMarkdown: 'Markdown, in a zip',
    asServerMemory: 'For the MCP memory server',
    recordCount: (n: number) => (n === 1 ? 'one record' : `${n} records`),
    backup: 'Backup of the whole store',
    backupAbout:
      'A copy of the database, examined before it takes its name. It is written where the server runs, so it is made in a terminal there:',
    restore: 'And back again, while the server does not run:',
  },
  zh: {
    exporting: '正在导出',
    saved: (size) => `已保存 ${size}，在浏览器的下载位置`,
    archive: '全部内容，作为归档',
    archiveAbout: '记住的一切，连同来源、遗忘记录和日志，以 JSON 行保存。另一个 Recollect 可无损导入。',
    exportMine: '导出我的记忆',
    exportOf: (name) => `导出 ${name} 的记忆`,
    exportAll: '导出整个存储',
    takeIn: '导入归档',
    records: '记录，作为文件',
    recordsAbout: '用于阅读、编辑，或带到其他程序。',
    asMarkdown: 'Markdown（zip）',
    asServerMemory: '用于 MCP 记忆服务器',
    recordCount: (n) => `${n} 条记录`,
    backup: '整个存储的备份',
    backupAbout: '数据库的副本，核查后才命名。它写在服务器所在处，因此在那里的终端中进行：',
    restore: '恢复（服务器未运行时）：',
  },
})
