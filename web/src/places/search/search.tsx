import { useEffect, useRef, useState } from 'preact/hooks'
import { useOperation } from '../../api/use-operation.js'
import { found } from '../../inspector/found.js'
import { param, setParams } from '../../location/location.js'
import { Page as Frame } from '../../parts/page.js'
import { Answer } from './answer.js'
import { Filters, readFilters } from './filters.js'
import { Question } from './question.js'
import { Recent } from './recent.js'
import './search.css'
import { t } from './words.js'

const LIMIT = 50
const TYPING_MS = 180

/** Ask, and see why each answer was found. Without a question: what was remembered lately. */
export function Page() {
  const asked = param('q')
  const [typed, setTyped] = useTyped(asked)
  const filters = readFilters()
  const answer = useOperation(
    'memory.search',
    asked.trim() === '' ? null : { question: asked, limit: LIMIT, explain: true, ...filters.input },
  )
  useEffect(() => {
    const { value } = answer
    found.value =
      value === undefined
        ? null
        : { recallId: value.recallId, hits: new Map(value.hits.map((hit) => [hit.id, hit])) }
    return () => {
      found.value = null
    }
  }, [answer.value])
  return (
    <Frame
      title={t('title')}
      head={<Question typed={typed} onInput={setTyped} isLoading={answer.isLoading} />}
      toolbar={<Filters {...filters} />}
    >
      {asked.trim() === '' ? (
        <Recent kinds={filters.kinds} />
      ) : (
        <Answer answer={answer} asOf={filters.asOf} />
      )}
    </Frame>
  )
}

/** What stands in the field, which goes into the address once typing rests. Back and links change the field. */
function useTyped(asked: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(asked)
  const sent = useRef(asked)
  useEffect(() => {
    if (asked !== sent.current) setTyped(asked)
    sent.current = asked
  }, [asked])
  useEffect(() => {
    if (typed === sent.current) return
    const timer = setTimeout(() => {
      sent.current = typed
      setParams({ q: typed, on: null })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
