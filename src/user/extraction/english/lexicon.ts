/** The closed classes of English that the rules lean on, lower case. */

export const determiners = setOf(
  'the a an this that these those my our your his her its their some any no each every another',
)
export const articles = setOf('the a an my our your his her its their')

export const pronouns = setOf(
  `i me you he him she her it we us they them this that these those something anything nothing everything someone
  somebody anyone anybody noone nobody everyone everybody who whom which what one ones others mine ours yours hers theirs
  myself yourself himself herself itself ourselves themselves there here both all none many most few several`,
)

/** No name and no thing begins with one of these; where one stands, a phrase is over. */
export const phraseEnds = setOf(
  `because since so but which who whom whose when while if unless although though whereas until till before after that
  as than then and or nor yet where why how instead rather except plus however therefore`,
)

/** When, rather than what: an adjunct that ends a phrase. */
export const timeWords = setOf(
  `now currently today tomorrow yesterday tonight lately recently nowadays anymore again already always usually sometimes
  often never still since ago soon later forever permanently temporarily btw though too also anyway please lol haha tbh
  imo actually really right please`,
)

export const openers = setOf(
  `and but so also well yes yeah yep ok okay hi hello hey oh ah btw fyi actually currently now basically anyway anyways
  then plus honestly personally generally recently lately today nowadays first second third finally additionally
  furthermore moreover similarly meanwhile tbh thanks sure right no nope nah look listen sorry apparently obviously
  officially besides update ps note nb all`,
)

/** Between a subject and its verb. */
export const adverbs = setOf(
  `currently now still also just recently always usually really already both mostly mainly directly officially
  generally typically actually only primarily often normally personally strongly definitely absolutely truly simply
  basically formally ultimately jointly largely happily mainly all even completely totally finally since
  again once proudly originally tend`,
)

export const modals = setOf(
  "might may could would should must shall will can 'll 'd cannot can't won't wouldn't couldn't shouldn't mustn't wont wouldnt couldnt shouldnt cant ought",
)
export const negations = setOf(
  "not never no don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't won't can't cannot dont doesnt didnt isnt arent wasnt werent hasnt havent n't neither nor hardly ain't longer",
)
export const be = setOf("am is are 'm 's 're be been being")
export const pastBe = setOf('was were')
export const have = setOf("have has 've had having")

/** A sentence that begins with one of these asks. */
export const questionHeads = setOf(
  `who whom whose what which when where why how is are am was were do does did can could will would should shall may
  might has have isn't aren't don't doesn't didn't can't won't wasn't weren't couldn't wouldn't shouldn't haven't hasn't
  whats whos wheres hows isnt arent doesnt`,
)

/** Words that make all that is said with them unreal. */
export const unreal = setOf(
  `if unless whether suppose supposing imagine imagining pretend assume assuming hypothetically wish wished wishes
  perhaps maybe probably possibly hopefully allegedly supposedly rumor rumour`,
)

/** What one does to a text that is not one's own statement. */
export const taskHeads = setOf(
  `translate rewrite rephrase paraphrase proofread summarize summarise correct fix write draft say type print generate
  explain describe compose edit improve convert analyze analyse tell ask imagine pretend suppose consider`,
)

export const reporting = setOf(
  `said says saying told tells claims claimed claiming mentioned mentions thinks thought believes believed heard
  reads wrote writes insisted insists argued argues suggested suggests asked asks wonders wondered
  joked jokes guess guesses bet doubts doubt dreamed dreamt wonder hopes hope hoped wants wanted want assumed
  denied denies pretended pretends imagined swears replied answered shouted whispered complained`,
)

export const fiction = setOf(
  `novel story tale movie film screenplay sitcom episode fiction fanfic protagonist character characters dream dreamt
  dreamed roleplay role-play persona poem lyrics song fairytale fable`,
)

export const weekdays = setOf(
  `monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday
  sundays`,
)

export const months = setOf(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep
  sept oct nov dec`,
)

export const languages = setOf(
  `english french german spanish chinese mandarin cantonese japanese italian portuguese russian korean dutch polish arabic
  hindi turkish swedish norwegian danish finnish greek hebrew thai vietnamese urdu bengali tamil farsi persian ukrainian
  czech slovak hungarian romanian bulgarian croatian serbian catalan basque irish welsh icelandic estonian latvian
  lithuanian indonesian malay tagalog swahili punjabi marathi telugu malayalam kannada gujarati esperanto latin markdown
  lowercase kiswahili afrikaans`,
)

export const particles = setOf(
  'van von de da del della di du dos das la le el al bin ibn ben ter ten den der af av zu y e',
)
export const titles = setOf('dr mr mrs ms prof professor sir')

/** Words that begin with a capital only because they begin a sentence, beside the closed classes above. */
export const neverNames = setOf(
  `gonna wanna gotta kinda lemme uhh umm uh um hmm huh ooh aha wow yeah yep nah ugh gee wait come look try stop listen hold officer
  yes no please thanks thank hello hi hey dear remember note update today tomorrow yesterday tonight never always
  let lets here there everyone everybody nobody someone people folks guys team work working life home music coffee tea
  code data time english french german spanish chinese japanese italian portuguese russian korean dutch polish arabic
  hindi save store decision context reasoning god gosh jesus christmas easter mom dad mum nothing everything something
  one two three four five six seven eight nine ten each every such much more less most least very too just only even
  once twice maybe perhaps at by for from in into of off on onto out over to up with without about above across against
  along among around behind below beneath beside between beyond down during near through under until upon within last
  next good great nice bad new old big small long short first second third our my his her its their your the a an
  speaking regarding according given considering based despite like unlike cheers sorry okay ok sure`,
)

export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
