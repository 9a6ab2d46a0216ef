import { sayDay } from '../../language/dates.js'
import { sayList } from '../../language/say-list.js'
import type { Entry, EntryOf, Side } from './entry.js'
import { sayFound } from './say-found.js'
import { t } from './words.js'

export interface Choice {
  /** On the button. */
  readonly label: string
  /** What happens then. */
  readonly effect: string
  /** What was done, once it is. */
  readonly done: string
}

export interface Told {
  /** In one line, for lists. */
  readonly line: string
  /** And in a second one: what it stands against, or why it was found. */
  readonly beside: string
  readonly question: string
  readonly accept: Choice
  readonly reject: Choice
}

/** An entry in the words of a person: what is asked, and what each answer does. */
export function sayEntry(entry: Entry): Told {
  switch (entry.kind) {
    case 'conflict':
      return sayConflict(entry)
    case 'proposed_fact':
      return sayProposed(entry)
    case 'document':
      return sayDocument(entry)
    case 'workspace_conflict':
      return {
        line: entry.conflict.second.text,
        beside: t('insteadOf', entry.conflict.first.text),
        question: t('askNotes'),
        accept: choice(t('holdsSecond'), '', t('decidedNotes')),
        reject: choice(t('holdsFirst'), '', t('decidedNotes')),
      }
    case 'workspace_proposal':
      return {
        line: entry.proposal.text ?? '',
        beside: sayActor(entry.proposal.proposedBy),
        question: t('askProposal', entry.workspace),
        accept: choice(t('approve'), t('approveThen', sayActor(entry.proposal.proposedBy)), t('approved')),
        reject: choice(t('decline'), t('declineThen'), t('declined')),
      }
    case 'hygiene':
      return sayFinding(entry)
    case 'reflection':
      return {
        // Its figures are of the day on which it was made: beside today's they would contradict them.
        line: t('reportOf', sayDay(entry.item.recordedAt)),
        beside: reportSummary(entry.item.text),
        question: t('askReport'),
        accept: choice(t('seen'), t('seenThen'), t('wasSeen')),
        reject: choice('', '', ''),
      }
  }
}

/** Of one side, where there is something to decide on it. */
export function choiceOf(entry: Entry, side: Side): Choice | null {
  return entry[side] === null ? null : sayEntry(entry)[side]
}

function sayConflict({ old, new: fresh }: EntryOf<'conflict'>): Told {
  return {
    line: fresh.text,
    beside: old === null ? '' : t('insteadOf', old.text),
    question: t(old === null ? 'askConflictNew' : 'askConflict'),
    accept: choice(t(old === null ? 'isTrue' : 'keepNew'), t('keepNewThen'), t('keptNew')),
    reject:
      old === null
        ? choice(t('takeBack'), t('takeBackThen'), t('tookBack'))
        : choice(t('restoreOld'), t('restoreOldThen'), t('restoredOld')),
  }
}

function sayProposed({ fact, against }: EntryOf<'proposed_fact'>): Told {
  const isNew = against === null
  return {
    line: fact.text,
    beside: against === null ? t('nothingYet') : t('insteadOf', against.text),
    question: t(isNew ? 'askProposed' : 'askReplaces'),
    accept: choice(t(isNew ? 'isTrue' : 'replaces'), t(isNew ? 'isTrueThen' : 'replacesThen'), t('accepted')),
    reject: choice(t('isNotTrue'), t(isNew ? 'isNotTrueNoneThen' : 'isNotTrueThen'), t('putAside')),
  }
}

/** How much is new: "1 new, 4 changed". */
function sayChanges(diff: NonNullable<EntryOf<'document'>['diff']>): string {
  return sayList(changesOf(diff).map((change) => t(`counts_${change}`, diff[change])))
}

/** What there is of it, in the order in which it is told. */
export function changesOf(diff: NonNullable<EntryOf<'document'>['diff']>) {
  return (['added', 'changed', 'removed', 'moved'] as const).filter((change) => diff[change] > 0)
}

function sayDocument({ title, diff, document }: EntryOf<'document'>): Told {
  return {
    line: title,
    beside: diff === null ? t('firstVersion') : sayChanges(diff),
    question: diff === null ? t('askPublish', title) : t('askVersion', diff.to, title),
    accept: choice(
      t('publish'),
      document.published === null ? t('publishThen') : t('publishNextThen', document.published),
      t('published'),
    ),
    reject: choice(
      t('rejectDocument'),
      document.published === null || !document.keepsPublished
        ? t('rejectDocumentThen')
        : t('rejectNextThen', document.published),
      t('rejected'),
    ),
  }
}

function sayFinding({ finding, items, entities }: EntryOf<'hygiene'>): Told {
  const [one, other] = entities.map(({ name }) => name)
  const leave = choice(t('stays'), t('staysThen'), t('left'))
  const [first = '', second = ''] = items.map(({ text }) => text)
  switch (finding.kind) {
    case 'duplicate_identity':
      return {
        line: `${other ?? ''} = ${one ?? ''}`,
        beside: sayFound(finding.what),
        question: t('askSame', one ?? '', other ?? ''),
        accept: choice(t('merge'), t('mergeThen', one ?? '', other ?? ''), t('merged')),
        reject: choice(t('mergeNot'), t('mergeNotThen'), t('left')),
      }
    case 'conflicting_preference':
    case 'stale_preference':
      return {
        line: first,
        beside: t('before', second),
        question: t('askTaste'),
        accept:
          finding.action === 'forget'
            ? choice(t('forget'), t('forgetThen'), '')
            : choice(t('retract'), t('retractThen'), t('tookBack')),
        reject: leave,
      }
    case 'orphan_project':
      return {
        line: one ?? finding.what,
        beside: t('spokenOnce'),
        question: t('askOrphan', one ?? ''),
        accept: choice(t('forget'), t('forgetThen'), ''),
        reject: leave,
      }
    case 'near_duplicate':
      return {
        line: second,
        beside: sayFound(finding.what),
        question: t('askDuplicate'),
        accept: choice(t('forgetLater'), t('forgetThen'), ''),
        reject: leave,
      }
    case 'junk':
      return {
        line: first,
        beside: sayFound(finding.what),
        question: t('askJunk'),
        accept: choice(t('forget'), t('forgetThen'), ''),
        reject: leave,
      }
    case 'missing_embeddings':
      return {
        line: finding.what,
        beside: '',
        question: t('askEmbed'),
        accept: choice(t('embed'), t('embedThen'), t('embedded')),
        reject: leave,
      }
  }
}

/** Who did it, without what they are: that they are an agent says `for`. */
export function sayActor(actor: string): string {
  return actor.replace(/^[a-z]+:/, '')
}

/** The first line is its date. */
function reportSummary(text: string): string {
  return text.split('\n').find((line, index) => index > 0 && line !== '') ?? text
}

function choice(label: string, effect: string, done: string): Choice {
  return { label, effect, done }
}
