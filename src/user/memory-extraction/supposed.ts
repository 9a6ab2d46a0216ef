import { sentenceSpans } from '../../text/sentences.js'
import type { Span } from '../../text/span.js'

/**
 * What is only supposed or played: from the sentence that opens it (`Let's pretend …`, `Act as …`, `假设…`) to the end of
 * its paragraph.
 */
export function supposedSpans(text: string): Span[] {
  const spans: Span[] = []
  let openAt: number | null = null
  let before = 0
  for (const [from, to] of sentenceSpans(text)) {
    // slice-ok: at borders of sentences and words
    const said = text.substring(from, to)
    // An empty line, or one that ends a paragraph.
    if (openAt !== null && said.trim() === '') {
      spans.push([openAt, before])
      openAt = null
    }
    if (openAt === null && OPENING.test(said)) openAt = from
    before = to
  }
  if (openAt !== null) spans.push([openAt, text.length])
  return spans
}

const OPENING =
  /\blet(?:['’]s| us) (?:say|pretend|assume|imagine|suppose)\b|^[\s\p{P}]{0,20}(?:(?:ok|okay|now|please|so|and|then|hey|hi)[ ,]{1,2}){0,3}(?:pretend|imagine|suppose|supposing|assume|assuming|hypothetically|say I\b|what if|act as|role-?play|play (?:the|a)\b|for (?:this|the sake of|the following) (?:example|argument|exercise|test|scenario|game|story|\p{L}+)?|(?:use|take|with) (?:this|the following|some) (?:test|sample|dummy|example|fake)|(?:my|the|our) (?:character|protagonist|persona|hero|heroine|narrator|npc)\b|in (?:the|this|my|our) (?:story|game|scenario|example|exercise|novel|role-?play|play)|as an? (?:example|test|customer|user)\b|(?:test|sample|dummy|example) (?:data|text|input)\b|you are (?:now )?(?:an?|the) )|^\s{0,20}(?:请|现在|好|那)?[，,]?(?:假设|假如|假装|设想|想象|比如|例如|比方说?|譬如|就当|扮演|举例|你(?:现在)?是一|作为(?:测试|示例|例子)|测试数据|示例|在?(?:这个?|我的)?(?:故事|小说|游戏|例子|场景|剧本)(?:里|中)|我的角色)/iu
