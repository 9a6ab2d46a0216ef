import { useEffect, useState } from 'preact/hooks'
import { may } from '../api/caller.js'
import { asProblem } from '../api/problem.js'
import { notifyProblem } from '../parts/notice.js'
import { Choices } from './choices.js'
import { commandsFor } from './commands.js'
import { type KnownOperation, knownOperations } from './known-operations.js'
import { OperationForm } from './operation-form.js'
import './palette.css'

/** First what can be chosen; for an operation that needs input then its form, and its answer. */
export function PaletteInside() {
  const [typed, setTyped] = useState('')
  const [operations, setOperations] = useState<readonly KnownOperation[]>([])
  const [chosen, setChosen] = useState<KnownOperation>()
  useEffect(() => {
    knownOperations().then(setOperations, (error) => {
      if (asProblem(error).status !== 404) notifyProblem(error)
    })
  }, [])
  const allowed = operations.filter(({ capability }) => capability === undefined || may(capability))
  if (chosen !== undefined) return <OperationForm operation={chosen} onBack={() => setChosen(undefined)} />
  return <Choices typed={typed} onInput={setTyped} choices={commandsFor(typed, allowed, setChosen)} />
}
