/**
 * Words that carry a question's grammar, not its subject, in their folded form. They are dropped from questions only:
 * in an OR over a million rows they cost 13 times the search, and they match everything.
 */
export function isStopWord(form: string): boolean {
  return ENGLISH.has(form)
}

/**
 * Marks the characters of a Han run that only build the sentence (什么, 怎么, 的, 了 …), longest word first.
 * Returns one flag per UTF-16 unit of the run.
 */
export function hanStopMask(run: string): Uint8Array {
  const mask = new Uint8Array(run.length)
  for (let at = 0; at < run.length; ) {
    const length = stopLengthAt(run, at)
    if (length === 0) at++
    else {
      mask.fill(1, at, at + length)
      at += length
    }
  }
  return mask
}

const ENGLISH: ReadonlySet<string> = new Set(
  (
    'a an the this that these those ' +
    'i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself ' +
    'she her hers herself it its itself they them their theirs themselves one ' +
    'am is are was were be been being do does did done doing have has had having ' +
    'will would shall should can could may might must ought ' +
    'dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt wont wouldnt shant shouldnt cant couldnt mustnt ' +
    'and or but nor so if then than because as while ' +
    'of in on at by for from to into onto with within without about against between among through during ' +
    'over under up down out off above below upon via per ' +
    'what which who whom whose when where why how ' +
    'no not very too also just only there here some any such own same ' +
    'please tell'
  ).split(' '),
)

const HAN_LONGEST = 4
const HAN: ReadonlySet<string> = new Set(
  (
    '为什么 什么时候 什么地方 什么样 什么 怎么样 怎么办 怎么 怎样 多少 哪些 哪里 哪儿 哪个 哪种 哪一 如何 是否 是不是 有没有 ' +
    '我们 你们 他们 她们 它们 咱们 自己 这个 那个 这些 那些 这里 那里 这样 那样 ' +
    '因为 所以 但是 以及 或者 还是 如果 可以 关于 ' +
    '的 了 是 在 吗 呢 吧 啊 嘛 呀 么 和 与 或 及 也 都 就 把 被 让 从 向 对 给 于 之 其 此 谁 哪 几 很 我 你 他 她 它 您 请'
  ).split(' '),
)

function stopLengthAt(run: string, at: number): number {
  for (let length = Math.min(HAN_LONGEST, run.length - at); length > 0; length--) {
    if (HAN.has(run.substring(at, at + length))) return length
  }
  return 0
}
