/**
 * What a sentence says by its form, for the gate and for the rules that propose records: kinds of statement, in English
 * and Chinese. Each is tested on one sentence without what leads over to it, and looks at bounded runs.
 */

/** How an agent is to behave from now on: `Always answer in French`, `以后请用中文`. */
export function isRule(said: string): boolean {
  return RULE.test(said) && !RULE_TO_PEOPLE.test(said)
}

/** In which form answers are wanted: `Give quantities in grams`, `Can you keep answers shorter?`. */
export function isFormRequest(said: string): boolean {
  return FORM.test(said) && !OF_THIS.test(said)
}

/** What somebody does not stand or does not eat, of themselves or their family. */
export function isHealth(said: string): boolean {
  return HEALTH.test(said) && !IN_JEST.test(said)
}

/** `I have a dog named Rex`. */
export function isPet(said: string): boolean {
  return PET.test(said)
}

/** What is used, and what is not: `We use vitest, never jest`. */
export function isPractice(said: string): boolean {
  return PRACTICE.test(said)
}

/** Where something is found: `Our runbooks are in Notion`. */
export function isPlaceOf(said: string): boolean {
  return PLACE_OF.test(said)
}

/** What changed a while ago, and holds: `I just moved to Oslo`. What it changes, if that has one value only. */
export function changeIn(said: string): 'Home' | 'Employer' | null {
  if (/^I(?:['’]ve| have)? (?:just|recently|finally) moved to \p{Lu}/u.test(said)) return 'Home'
  return /^I(?:['’]ve| have)? (?:just|recently|finally) (?:started|got|took) (?:a|my) (?:new )?(?:job|role|position) (?:at|with) /u.test(
    said,
  )
    ? 'Employer'
    : null
}

const ORDERS =
  "(?:please|always|never|don['’]t|do not|stop|avoid|use|write|reply|answer|respond|speak|call|keep|give|show|include|send|ask|make|put|add|format|name|start|end|begin|prefer|skip|explain|treat|assume|check|run|provide|cite|list|only|no|be|refer|address|talk|tell|remind|translate|commit|sign|test|deploy|log|save|read|follow|quote)"

const RULE = new RegExp(
  `^(?:please,? )?(?:(?:always|never) [a-z]+|(?:from now on|going forward|in (?:the )?future|for future reference),? ${ORDERS}\\b|remember (?:that|to)\\b|keep in mind\\b|(?:just )?call me [a-z]|don['’]t (?:ever )?(?:use|call|add|write|include|ask|send|reply)\\b|stop (?:using|calling|adding|asking)\\b|(?:use|write|reply|answer|respond|speak)\\b.{1,80}\\b(?:always|from now on|in future)\\b)|^(?:请)?(?:以后|今后|从现在(?:起|开始)|从今往后|往后)(?!.{0,10}我(?:们)?(?:想|会|可能|打算|要)).{0,12}(?:请|都|要|别|不要|用|叫|回|写).|^(?:请)?(?:记住|总是|始终|务必|一律|别再|不要再|永远不要|叫我|称呼我|每次(?:都要|给我|回答|回复|写|生成|解释|提交|输出|帮我).{0,40}[用要请别先])`,
  'iu',
)

/** `Never give up!` is said to a friend. */
const RULE_TO_PEOPLE =
  /\b(?:you|your|yourself|give up|forget|heard|been|done|seen|had|up for|gonna|mind|again|(?:always|never) (?!embed\b|need\b|feed\b|proceed\b|exceed\b|speed\b|seed\b)\w+ed|(?:always|never) (?:thought|knew|felt|went|said|gets?|got|does|did)|call me (?:when|if|back|later|at|on|tomorrow)|remember to (?:take|stay|enjoy|have|breathe|smile|rest|be))\b|[?？]|叫我.{0,4}(?:别|去|起床|来)/iu

const FORM =
  /^(?:please |can you |could you |would you |kindly |i(?:['’]d| would) (?:like|prefer) you to ){0,2}(?:always |just )?(?:(?:keep|make) (?:your |all |the |all your )?(?:answers|replies|responses|explanations|messages|summaries|comments|code comments) (?:\w+ )?(?:short|shorter|brief|briefer|concise|simple|simpler|formal|informal|casual|polite|long|longer|detailed|minimal)|(?:give|write|show|express|state|list|convert) (?:me )?(?:all |the |your |all your )?(?:quantities|measurements|units|temperatures|distances|weights|amounts|prices|dates|times|recipes|answers|replies|responses|code comments|comments|explanations|sizes) in \p{L}+|use (?:metric|imperial|british|american|si)\b|(?:answer|reply|respond|speak|talk)(?: to me)? in \p{Lu}\p{L}+[.!]?$)/iu
const OF_THIS = /\b(?:this|that|these|those|here|today|for now|above|below|it)\b/i

const KIN =
  '(?:wife|husband|partner|son|daughter|kids?|child|children|mom|mum|mother|dad|father|brother|sister|girlfriend|boyfriend|fianc[eé]e?|roommate|grandmother|grandfather|grandma|grandpa|dog|cat)'
const NAMED = `(?: \\p{Lu}[\\p{L}'’-]{1,20})?`
const CHINESE_KIN =
  '(?:妻子|丈夫|老婆|老公|太太|先生|女儿|儿子|孩子|宝宝|爸爸?|妈妈?|父亲|母亲|哥哥|弟弟|姐姐|妹妹|男朋友|女朋友|爷爷|奶奶)'

const HEALTH = new RegExp(
  `^(?:(?:I(?:['’]m| am)|My ${KIN}${NAMED}(?:['’]s| is| are)) (?:also |both |severely |highly |mildly |deathly )?(?:an? )?(?:allergic to|(?:lactose|gluten|fructose|histamine)[ -]intolerant|intolerant to|vegetarian|vegan|pescatarian|diabetic|c(?:o)?eliac|asthmatic|colou?r-?blind|dyslexic|epileptic|autistic)\\b|(?:I|My ${KIN}${NAMED}) (?:have|has|suffers? from|was diagnosed with|lives? with) (?:[\\p{L}\\d-]{1,20} ){0,4}?(?:allerg(?:y|ies)(?! (?:test|season|med|appointment|shot))|intolerance|c(?:o)?eliac|diabetes|asthma|adhd|autism|dyslexia|epilepsy|migraines?|arthritis|hypertension|high blood pressure|disease|syndrome)\\b|(?:I|We|My ${KIN}${NAMED}) (?:can['’]t|cannot|can not|don['’]t|do not|doesn['’]t|does not|never) (?:eat|drink|tolerate|digest)\\b)|^我(?:们)?(?:的)?${CHINESE_KIN}?(?:也|都|从小|一直)?(?:对[^，。这那]{1,12}过敏|(?:有|得了|患有?)(?:高血压|低血压|糖尿病|哮喘|心脏病|痛风|贫血|胃病|偏头痛|[^，。]{1,4}(?:病|症|过敏))|乳糖不耐|不(?:能)?[吃喝]|吃素|素食)`,
  'u',
)
const IN_JEST = /\b(?:haha|lol|mondays?|mornings?|drama|nonsense)\b|哈哈/i

const PET =
  /^(?:I|We)(?: have|['’]ve got| own| (?:just |recently )?adopted| (?:just |recently )got) (?:an?|one|two|three|four|five|\d|our|my) (?:\p{L}{1,20} ){0,3}?(?:dogs?|cats?|pupp(?:y|ies)|kittens?|parrots?|rabbits?|hamsters?|horses?|goldfish|tortoises?|guinea pigs?)\b/u

const PRACTICE =
  /^(?:I|We) (?:always |only |mainly |mostly )?(?:use|write|deploy with|deploy to|build with|develop in|work with) [^,;.?!]{1,40},? (?:never|not|instead of|rather than|and never|and not) [^,;?!]{1,40}[.!]?$/u

const PLACE_OF =
  /^(?:My|Our|The) .{2,60} (?:is|are|lives?|sits?) (?:kept |stored |tracked |documented |written down |hosted )?(?:in|on|at|under) (?:(?:the |our |my )?(?:Notion|Linear|Jira|Confluence|Git[Hh]ub|Git[Ll]ab|Google D\w+|SharePoint|Dropbox|Slack|Trello|Asana|Airtable|Figma|[Ww]iki|Obsidian|Evernote|Sentry|Grafana|Datadog)\b|https?:|[\w-]{1,40}\.[\w.-]{2,40}\/)|^我们?的?.{1,20}(?:放|存|写|记)?在.{0,6}(?:Notion|Confluence|GitHub|GitLab|Jira|Linear|Trello|语雀|飞书|钉钉|石墨|腾讯文档|网盘|维基)/u
