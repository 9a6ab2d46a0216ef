import type { z } from 'zod'
import { isSymmetric, type RelationType } from '../../graph/relation-type.js'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { spokenTime } from '../wording/spoken-time.js'
import { described, wrapped } from './described.js'
import { entityHeading } from './graph.js'
import type { View } from './view.js'

type Person = z.output<Operations['people']['output']>['people'][number]
type Project = z.output<Operations['projects']['output']>['projects'][number]
type Decision = z.output<Operations['decisions']['output']>['decisions'][number]

/** A few lines for each person. */
export function renderPeople({ people }: z.output<Operations['people']['output']>, view: View): string {
  if (people.length === 0) return 'Nobody is known yet: notes that say who people are make them known.'
  return people.map((person) => renderPerson(person, view).join('\n')).join('\n\n')
}

function renderPerson(person: Person, view: View): string[] {
  const shown = new Set([...person.managers, ...person.reports, ...person.projects].map(({ id }) => id))
  const others = person.relations
    .map(({ type, from, to, status }) => ({
      status,
      said: from.id === person.id || isSymmetric(type as RelationType) ? type : `${type} (to them)`,
      other: from.id === person.id ? to : from,
    }))
    .filter(({ other }) => !shown.has(other.id))
    .map(({ said, other, status }) =>
      row(`${said.replaceAll('_', ' ')}`, `${other.name}${status === 'proposed' ? ' (proposed)' : ''}`),
    )
  return [
    ...entityHeading(person, view),
    ...rows(view, [
      list('is', person.roles),
      list('reports to', names(person.managers)),
      list('manages', names(person.reports)),
      list('works on', names(person.projects)),
      ...others,
    ]),
  ]
}

export function renderProjects({ projects }: z.output<Operations['projects']['output']>, view: View): string {
  if (projects.length === 0) return 'No such projects are known.'
  return projects.map((project) => renderProject(project, view).join('\n')).join('\n\n')
}

function renderProject(project: Project, view: View): string[] {
  const stated = project.statedStatus === null ? '' : ` (${project.statedStatus})`
  return [
    ...entityHeading(project, view),
    ...rows(view, [
      row('status', `${project.status}${stated}`),
      list('owned by', names(project.owners)),
      list('worked on by', names(project.members)),
      list('needs', names(project.needs)),
    ]),
  ]
}

export function renderDecisions(
  { decisions, isComplete }: z.output<Operations['decisions']['output']>,
  view: View,
): string {
  if (decisions.length === 0) return 'No such decisions are known.'
  const lines = decisions.map((decision) => renderDecision(decision, view).join('\n'))
  return [
    ...lines,
    ...(isComplete ? [] : [view.style.dim('There are older ones: --limit shows more.')]),
  ].join('\n\n')
}

function renderDecision(decision: Decision, view: View): string[] {
  const { style, columns } = view
  return [
    ...wrapped(printableLine(decision.title), columns).map(style.bold),
    ...decision.flags.flatMap(({ what }) =>
      wrapped(`! ${printableLine(what)}`, columns - 2).map((line) => `  ${style.bad(line)}`),
    ),
    ...rows(view, [
      list('chosen', decision.choice === null ? [] : [decision.choice]),
      list('rejected', decision.alternatives),
      ...decision.reasons.map((reason) => row('because', reason)),
      ...decision.tradeOffs.map((cost) => row('at the cost', cost)),
      list('applies to', names(decision.appliesTo)),
      row('decided', `${spokenTime(decision.decidedAt, view)}, ${decision.status}`),
    ]),
  ]
}

type Row = readonly [name: string, about: string]

function row(name: string, about: string): Row {
  return [name, printableLine(about)]
}

function list(name: string, values: readonly string[]): Row | undefined {
  return values.length === 0 ? undefined : row(name, values.join(', '))
}

function names(entities: readonly { readonly name: string }[]): string[] {
  return entities.map(({ name }) => name)
}

function rows({ columns, style }: View, given: readonly (Row | undefined)[]): string[] {
  return described(
    given.filter((one) => one !== undefined),
    { columns, name: style.dim },
  )
}
