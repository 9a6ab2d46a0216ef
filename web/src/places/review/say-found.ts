import { language } from '../../language/language.js'

/**
 * Why something was found, where its own words do not say it: what stands behind the colon, or behind "with". The server
 * says it in English; what it is known to say is said in Chinese here.
 */
export function sayFound(what: string): string {
  const [, reason = ''] = /(?: may be one: |^a note with |, the later with )(.*)$/.exec(what) ?? []
  return language.value === 'zh' ? (chinese.get(reason) ?? reason) : reason
}

const chinese: ReadonlyMap<string, string> = new Map([
  ['they are spelled alike', '拼写相近'],
  ['the initials fit', '首字母相符'],
  ['the initial and the family name fit', '名字首字母与姓氏相符'],
  ['the given name is the same', '名字相同'],
  ['a text says so', '有文字这样说'],
  ['nothing in it', '没有内容'],
  ['the same words as an earlier one', '与较早的一条文字相同'],
  ['nine in ten words of an earlier one', '与较早的一条有九成文字相同'],
  ['a timer that reports that nothing happened', '定时器报告一切如常'],
  ['what an assistant was told to be or to do', '对助手的设定'],
  ['recalled memory, remembered again', '找回的记忆又被记住'],
  ['output of a program: logs, traces, data, markup', '程序输出：日志、跟踪、数据、标记'],
  ['courtesies and fine print', '客套话与附则'],
  ['too little to mean anything later', '内容太少，日后无从理解'],
  ['a made-up example: John Doe, lorem ipsum', '虚构的示例'],
  ['one user with several names or ages', '同一用户有多个姓名或年龄'],
  ['a statement about the user that was there already, put differently', '已有的关于用户的说法，换了表述'],
])
