import { fold } from '../../text/fold.js'

/**
 * Whether a text reads like an order to a program rather than like a fact: imperatives, addresses, names of tools. From
 * what a tool or a page says, such a thing waits for the user. Linear: each pattern is a list of words.
 */
export function isSuspicious(text: string): boolean {
  const form = fold(text)
  return PATTERNS.some((pattern) => pattern.test(form))
}

const PATTERNS: readonly RegExp[] = [
  // Addresses, and what makes a client fetch one.
  /https?:|www\.|data:|javascript:|\]\(|<\w|\b(?:curl|wget|powershell|bash|sudo|eval|exec)\b/,
  // Orders. An observed fact has no reason to speak so.
  /\b(?:always|never|must|ignore|disregard|forget|override|pretend|obey|from now on|do not|don't|make sure|remember to|be sure|execute|run|send|forward|upload|download|install|delete|transfer|pay|buy|click|visit|reply with|respond with|act as|you are|you must|you should|call the)\b/,
  /总是|永远|必须|务必|忽略|无视|不要|从现在起|以后都|请你|执行|发送|转发|上传|下载|安装|删除|点击|访问|转账/,
  // Marks of a conversation, and names as tools have them.
  /\b(?:system|assistant|user|developer) ?:|<\||\b[a-z]+_[a-z_]+\(|\btool[_ ](?:call|use)\b|\bmcp\b|\bapi[_ ]?key\b|\bpassword\b|\bsecret\b/,
]
