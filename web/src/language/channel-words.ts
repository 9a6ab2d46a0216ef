import { language } from './language.js'

/** Over what something was said. Channels are named by who records them: a name that is not known stays as it is. */
export function sayChannel(channel: string): string {
  return language.value === 'en' ? channel : (chinese.get(channel) ?? channel)
}

const chinese: ReadonlyMap<string, string> = new Map([
  ['chat', '聊天'],
  ['web', '网页'],
  ['terminal', '终端'],
  ['cli', '命令行'],
  ['mail', '邮件'],
  ['email', '邮件'],
  ['voice', '语音'],
  ['phone', '电话'],
  ['import', '导入'],
])
