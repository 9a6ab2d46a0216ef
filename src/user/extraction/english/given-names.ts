import type { Gender } from '../memory.js'

/**
 * Common given names, lower case. They tell that a word written in lower case is a person (`i work with priya`), and
 * whom `she` can mean. Nothing needs a name to be listed where it is written with a capital.
 */
const women = setOf(`
  ada agnes aisha akiko alice alicia alina amanda amelia amina amy ana anastasia andrea angela anita anja anna anne annie
  antonia aria asha astrid audrey ava ayesha barbara beatrice bella beth bianca bridget camila camille carla carmen carol
  caroline catherine cecilia celine charlotte chiara chloe christina clara claire claudia daisy daniela deborah deepa
  diana divya dolores donna dora edith elena eleanor elif eliza elizabeth ella ellen elsa emilia emily emma erica erika
  esther eva evelyn fatima fatma fiona florence frida gabriela gemma georgia gina giulia gloria grace greta hana hannah
  hanna harriet heather heidi helen helena ida ines ingrid irene iris isabel isabella isla ivy jane janet janice jasmine
  jenna jennifer jenny jess jessica joan joanna josephine joy joyce judith judy julia julie juliet karen karin kate
  katherine kathy katie kavya keiko kelly kim kirsten kristen lara laura lauren layla lea leah leila lena leonie leticia
  lila lily linda lisa liz lotte lucia lucy luisa lydia maggie maja mandy mara margaret maria mariam marie marina marta
  martha mary maya megan mei melanie melissa mia michelle mila mina miriam molly mona monica nadia naomi natalia natalie
  natasha neha nia nicole nina noor nora olga olivia paola patricia paula penelope petra phoebe pooja priya rachel rania
  rebecca renata rita rosa rose rosie ruth sabine sadie sakura sally samantha sana sandra sara sarah savannah selma shreya
  silvia simone sofia sonia sophia sophie stella stephanie susan suzanne svetlana sylvia tamara tanya tara teresa tessa
  tina valentina vanessa vera veronica victoria violet vivian wanda wendy xenia yara yasmin yuki zahra zara zoe zoey`)

const men = setOf(`
  aaron abdul abdullah adam adrian ahmed akira alan albert alejandro alessandro alexander alfred ali amir amit anders
  andre andreas andrew andy anil anthony anton antonio arjun arthur ashok axel ben benedict benjamin bernard bob boris
  brad brandon brian bruce bruno callum carl carlos chad charles chris christian christopher colin connor craig daniel
  dave david dennis derek diego dieter dimitri dmitri dominic donald douglas dylan ed eduardo edward edwin elias elliot
  emil emilio enrique eric erik ernesto ethan eugene evan fabian farid felipe felix fernando filip finn florian francisco
  frank fred frederick gabriel gareth gary gavin george gerald giovanni giorgio glenn graham greg gregory guillermo gustavo
  hamza hans harold harry hassan hector henrik henry hiro hiroshi howard hugh hugo ian ibrahim igor imran isaac ivan jack
  jacob jake jakob james jan jason javier jeff jeffrey jens jeremy jerome jim jimmy joao joe joel johan johannes john
  johnny jon jonas jonathan jorge jose josef joseph josh joshua juan julian julien justin kai karl karim keith ken kenji
  kenneth kevin khalid klaus kurt kyle lars laurent lawrence leo leon leonard liam lorenzo louis luca lucas luigi luis
  lukas luke magnus malik manuel marc marcel marco marcus mario mark markus martin mateo matt matteo matthew matthias max
  maxim michael miguel mike mohamed mohammed moritz mustafa nathan neil nicholas nick nico nikhil nils noah oliver omar
  oscar otto pablo paolo patrick paul pedro pete peter philip philipp pierre rafael rahul raj rajesh ralph ramon raul ravi
  ray raymond rene ricardo richard rick rob robert roberto roger rohan roman ron ross roy rui russell ryan said salim
  samir samuel sanjay santiago scott sean sebastian sergei sergio seth simon stefan stephen steve steven stuart sunil sven
  tariq ted theo theodore thomas tim timothy tobias todd tom tomas tommy tony travis tyler umar vijay vikram viktor
  vincent vladimir walter wei werner will william wolfgang yusuf zach zachary`)

const either = setOf(`
  alex ash avery bailey blake cameron casey charlie dakota dana drew eli ellis emerson finley frankie harper hayden jackie
  jamie jess jesse jordan jules kerry lee leslie logan lou marley morgan nicky noel parker pat quinn reese remy riley robin
  rowan ryo sam sandy sasha sidney sky skyler stevie taylor terry toni tracy val yael yan`)

export function isGivenName(lower: string): boolean {
  return women.has(lower) || men.has(lower) || either.has(lower)
}

/** Null where the name does not tell. */
export function genderOf(lower: string): Gender {
  return women.has(lower) ? 'she' : men.has(lower) ? 'he' : null
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\s+/))
}
