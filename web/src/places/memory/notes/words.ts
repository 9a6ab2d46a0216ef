import { words } from '../../../language/language.js'

export const t = words({
  en: {
    listLabel: 'Notes',
    box: 'Write a note, or find one',
    find: 'Find a note',
    tags: 'Tags',
    tagsHint: 'words, divided by spaces',
    keep: 'Keep',
    kept: (facts: number) =>
      facts === 0
        ? 'Kept'
        : facts === 1
          ? 'Kept, with 1 fact read out of it'
          : `Kept, with ${facts} facts read out of it`,
    repeated: 'That note is there already',
    proposed: 'It waits until a person of this workspace approves it',
    forgottenBefore: 'This was forgotten before.',
    again: 'Keep it all the same',
    all: 'All',
    tagged: 'Tagged',
    noNotes: 'No notes yet',
    noNotesHint:
      'Write what should be remembered, in a sentence: “Mia moved to Lisbon in March”. It is kept word for word, and facts are read out of it.',
    noneFound: 'No note says this',
    noneFoundHint: 'Ctrl ⏎ keeps it as a new note.',
    editing:
      'Notes are kept word for word. What you save is a new note; then you decide whether the old one goes.',
    saveEdit: 'Save as new',
    cancel: 'Cancel',
    discarded: 'Not kept',
    forgetOld: 'Forget the old wording?',
    forgetOldBody: (count: number) =>
      count === 1
        ? 'The old note goes for good.'
        : `The old note goes for good, with ${count - 1} more that were read out of it:`,
    forgetOldAction: 'Forget the old one',
  },
  zh: {
    listLabel: '笔记',
    box: '写笔记，或查找笔记',
    find: '查找笔记',
    tags: '标签',
    tagsHint: '用空格分隔',
    keep: '记下',
    kept: (facts) => (facts === 0 ? '已记下' : `已记下，从中读出 ${facts} 条事实`),
    repeated: '这条笔记已经有了',
    proposed: '等待此工作区的成员批准',
    forgottenBefore: '这条内容曾被遗忘。',
    again: '仍然记下',
    all: '全部',
    tagged: '标签',
    noNotes: '还没有笔记',
    noNotesHint: '用一句话写下要记住的内容：“米娅三月搬到了里斯本”。会原文保存，并从中读出事实。',
    noneFound: '没有笔记这样写',
    noneFoundHint: '按 Ctrl ⏎ 记为新笔记。',
    editing: '笔记按原文保存。你保存的是一条新笔记；然后由你决定旧的是否删除。',
    saveEdit: '另存为新笔记',
    cancel: '取消',
    discarded: '未保留',
    forgetOld: '遗忘旧的写法？',
    forgetOldBody: (count) =>
      count === 1 ? '旧笔记将被彻底删除。' : `旧笔记将被彻底删除，连同从中读出的 ${count - 1} 项：`,
    forgetOldAction: '遗忘旧笔记',
  },
})
