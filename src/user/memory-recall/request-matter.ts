/** Whom a request concerns: who asks it, the world, or whatever its words say. */
export type Matter = 'own' | 'world' | 'any'

/**
 * "How do owls turn their heads?" shares a word with what is known of a daughter who loves owls, and needs nothing of it:
 * of the world is what is asked, explained or made up without any word that points at the asker, or at what lies before
 * both. Where something is, people ask of their own things. "What is my frame size?" is of the asker's own.
 */
export function matterOf(request: string): Matter {
  const asked = request.replace(POLITE, ' ').trim()
  if (OWN.test(asked)) return 'own'
  return (QUESTION.test(asked) || PASTIME.test(asked)) && !POINTING.test(asked) ? 'world' : 'any'
}

/** Says who is to hear it, and not whom it concerns. */
const POLITE =
  /(?<![\p{L}\p{N}])(?:please|(?:can|could|would|will) you|(?:tell|give|show|teach|write|sing|read|for) me|i(?: wonder|['’]m curious| want to know|['’]d like to know)|do you know)(?![\p{L}\p{N}])|请问|请|(?:给|跟|和|为)我(?=[讲说写唱念编])|告诉我|我想知道|你知道/giu

const QUESTION =
  /^[^\p{L}\p{N}]*(?:(?:what|who|whom|whose|when|which|how|why|define|explain|describe|compare|convert|calculate|compute|spell|pronounce|name|list)(?![\p{L}\p{N}])|(?:is|are|was|were|do|does|did|can|could|if|in)(?![\p{L}\p{N}'’]))|什么|多少|(?<!在)哪(?![里儿])|谁|多[远高长大久重深]|[吗嘛]|几[个年月天次岁]|为何|怎么?读/iu

/** What is made up for its own sake. */
const PASTIME =
  /(?<![\p{L}\p{N}])(?:poem|haiku|limerick|sonnet|joke|riddle|pun|trivia|lyrics|rhyme|tongue twister)s?(?![\p{L}\p{N}])|笑话|诗|对联|谜语|绕口令|脑筋急转弯|顺口溜/iu

const OWN =
  /(?<![\p{L}\p{N}])(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself|we|our|ours|us|let['’]?s)(?![\p{L}\p{N}])|[我咱帮]/iu

const POINTING = /(?<![\p{L}\p{N}])(?:this|these|here)(?![\p{L}\p{N}])|给|[这那][个篇份段张次几]|上次|刚才/iu
