import { leave as leavePage } from '../api/session.js'
import { isKeyHelpOpen } from '../keys/key-help.js'
import type { KeyId } from '../keys/key-map.js'
import { go, href } from '../location/location.js'
import type { IconName } from '../parts/icon.js'
import { undoLatest } from '../parts/notice.js'
import { placesOffered } from '../places.js'
import { type Preferences, prefer } from '../shell/preferences.js'
import { t as shell } from '../shell/words.js'
import { fuzzy, hasWords } from './fuzzy.js'
import type { KnownOperation } from './known-operations.js'
import { sayOperation } from './operation-titles.js'
import { closePalette } from './palette.js'
import { t } from './words.js'

export interface Choice {
  readonly id: string
  readonly group: 'places' | 'commands' | 'operations'
  readonly label: string
  /** What it does, after its name. */
  readonly hint?: string
  readonly icon?: IconName
  readonly key?: KeyId
  readonly choose: () => void
}

const SHOWN = 60

/** What fits what was typed, best first within its group: places, this page, operations, and always a search. */
export function commandsFor(
  typed: string,
  operations: readonly KnownOperation[],
  onOperation: (operation: KnownOperation) => void,
): readonly Choice[] {
  const all = [
    ...placeChoices(),
    ...pageChoices(),
    ...operations.map((operation) => choiceOf(operation, onOperation)),
  ]
  const fitting = all
    .map((choice) => ({
      choice,
      score: Math.max(
        fuzzy(typed, choice.label),
        fuzzy(typed, choice.id),
        fuzzy(typed, choice.hint ?? '') / 4,
      ),
    }))
    .filter(({ score }) => score >= Math.max(0.1, typed.trim().length * 0.8))
  if (typed.trim() !== '') fitting.sort((a, b) => b.score - a.score)
  // Scattered letters fit much: they are for what has no name of its own.
  const named = fitting.filter(({ choice }) =>
    hasWords(typed, `${choice.label} ${choice.id} ${choice.hint ?? ''}`),
  )
  const shown = typed.trim() === '' || named.length === 0 ? fitting : named
  const search: Choice = {
    id: 'search-for',
    group: 'places',
    label: t('search', typed.trim()),
    icon: 'search',
    choose: leave(() => go(href('search', { q: typed.trim() }))),
  }
  // Last, so that Enter takes what was named; first where nothing has the name.
  return [...shown.slice(0, SHOWN).map(({ choice }) => choice), ...(typed.trim() === '' ? [] : [search])]
}

function placeChoices(): Choice[] {
  return placesOffered().map(({ id, icon, key }) => ({
    id: `go ${id}`,
    group: 'places',
    label: shell(id),
    icon,
    key,
    choose: leave(() => go(href(id))),
  }))
}

function pageChoices(): Choice[] {
  const themes = ['system', 'light', 'dark'] as const
  const languages = ['system', 'en', 'zh'] as const
  const choice = (id: string, label: string, choose: () => void, icon: IconName = 'system'): Choice => ({
    id,
    group: 'commands',
    label,
    icon,
    choose: leave(choose),
  })
  const like = (changes: Partial<Preferences>) => () => prefer(changes)
  return [
    { ...choice('undo', t('undo'), () => void undoLatest(), 'undo'), key: 'undo' },
    { ...choice('help', t('help'), openHelp, 'menu'), key: 'help' },
    ...themes.map((theme) => choice(`theme ${theme}`, t(`theme_${theme}`), like({ theme }))),
    ...languages.map((language) =>
      choice(`language ${language}`, t(`language_${language}`), like({ language })),
    ),
    choice('sign out', t('signOut'), leavePage, 'user'),
  ]
}

function choiceOf(operation: KnownOperation, onOperation: (operation: KnownOperation) => void): Choice {
  return {
    id: operation.name,
    group: 'operations',
    label: sayOperation(operation.name, operation.title),
    hint: operation.name,
    icon: operation.effect === 'destructive' ? 'bin' : operation.effect === 'write' ? 'pen' : 'right',
    choose: () => onOperation(operation),
  }
}

function openHelp(): void {
  isKeyHelpOpen.value = true
}

function leave(work: () => void): () => void {
  return () => {
    closePalette()
    work()
  }
}
