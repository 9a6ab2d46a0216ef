/**
 * Whether a request asks about the world, and not about the asker's affairs: "how do owls turn their heads?" shares a
 * word with what is known of a daughter who loves owls, and needs nothing of it. A question without any word that points
 * at the asker, or at what lies before both; where something is, people ask of their own things.
 */
export function isWorldQuestion(request: string): boolean {
  return QUESTION.test(request) && !PERSONAL.test(request)
}

const QUESTION =
  /^[^\p{L}\p{N}]*(?:what|who|whom|whose|when|which|how|why|is|are|was|were|do|does|did|in|define|convert)(?![\p{L}\p{N}])|什么|多少|(?<!在)哪(?![里儿])|谁|多[远高长大久]|[吗嘛]/iu

const PERSONAL =
  /(?<![\p{L}\p{N}])(?:i|i['’](?:m|ve|d|ll)|me|my|mine|we|our|us|let['’]?s|this|these|please|can you|could you|here)(?![\p{L}\p{N}])|[我咱帮给请]|这[个篇份段张次]|上次|刚才/iu
