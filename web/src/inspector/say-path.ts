import { words } from '../language/language.js'
import { sayRelation } from '../places/graph/relation-words.js'

/** How things are related, `you —lives in→ Wedel`, in the language of the page; names stay as they are. */
export function sayPath(path: string): string {
  const told = path.replace(step, (_, before: string, relation: string, after: string) => {
    const [type = '', isProposed] = relation.split(' (proposed)')
    const said = sayRelation(type.replaceAll(' ', '_'))
    return ` ${before}${isProposed === undefined ? said : t('proposed', said)}${after} `
  })
  return told.replace(/(?<=^|[→—] )you(?= [—←]|$)/g, t('you'))
}

/** Over how many relations it leads. */
export function stepsOfPath(path: string): number {
  return path.match(step)?.length ?? 0
}

/** ` —lives in→ `, ` ←reports to— ` or, of what holds both ways, ` —works with— `. */
const step = / ([—←])([^—←→]{1,60})([—→]) /g

const t = words({
  en: { you: 'you', proposed: (relation: string) => `${relation} (proposed)` },
  zh: { you: '你', proposed: (relation) => `${relation}（待确认）` },
})
