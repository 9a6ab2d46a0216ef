import { language } from './language.js'

/** Why something could not be done, as the server says it; what it says often, in Chinese as well. */
export function sayWhy(reason: string): string {
  if (language.value === 'en') return reason
  const known = reasons.get(reason)
  if (known !== undefined) return known
  const names = unanswered.exec(reason)?.[1]
  return names === undefined ? reason : `图谱知道 ${names}，但没有能回答这个问题的关系`
}

const unanswered = /^the graph knows (.+), and no relation that answers this$/

const reasons: ReadonlyMap<string, string> = new Map([
  ['no embedder is in use', '未使用嵌入模型'],
  ['embeddings are switched off', '嵌入已关闭'],
  ['embeddings are off', '嵌入已关闭'],
  ['words alone were asked for', '只按字词查找'],
  ['the embedder did not answer in time', '嵌入模型未及时响应'],
  ['the embedder failed', '嵌入模型出错'],
  ['the embedder has not answered yet', '嵌入模型尚未响应'],
  ['the model is being loaded: ask again in a moment', '模型正在载入，请稍后再试'],
  ['the model is not loaded: recollect search --meaning, or a server, loads it', '模型尚未载入'],
  ['the memory was closed', '记忆已关闭'],
  ['this store has no folder in which an embedder could be shared', '此存储没有可共享嵌入模型的文件夹'],
  ['the question has no word to look for', '问题中没有可查找的字词'],
  ['there is no word to look for', '没有可查找的字词'],
  ['the question names nobody and nothing that the graph knows', '问题没有提到图谱中的人或事物'],
  ['not looked for on disk: verify was off', '未在磁盘上检查'],
  [
    'PostgreSQL keeps deleted rows until VACUUM, and in its write-ahead log, archives and standbys',
    'PostgreSQL 会在 VACUUM 之前保留已删除的行，预写日志、归档和备库中也会保留',
  ],
])
