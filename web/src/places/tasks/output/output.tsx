import { useEffect, useState } from 'preact/hooks'
import { useOperation } from '../../../api/use-operation.js'
import { sayBytes, sayCount } from '../../../language/numbers.js'
import { Button } from '../../../parts/button.js'
import { Field } from '../../../parts/field.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { TextBox } from '../text-box.js'
import './output.css'
import { t } from './words.js'

const PAGE_LINES = 100
const MAX_CHARS = 20_000
const SETTLE_MS = 250

interface Place {
  readonly from?: number | undefined
  readonly fromChar?: number | undefined
}

/** A large output, read page by page, with a search inside; a line that was found opens its page. */
export function Output({ id }: { readonly id: string }) {
  const [places, setPlaces] = useState<readonly Place[]>([{ from: 1 }])
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim())
  const place = places.at(-1) ?? { from: 1 }
  const page = useOperation('artifact.read', { id, ...wantedOf(place) })
  const { value, problem } = page
  if (value === undefined)
    return problem === undefined ? <Skeleton /> : <ProblemTold problem={problem} onAgain={page.again} />
  const { line, lastLine, lines, bytes, mediaType, next, start, end, chars } = value
  const following = next ?? (end < chars ? { from: lastLine + 1 } : null)
  return (
    <div class="output">
      <div class="output-tools">
        <span class="meta">
          {t('lines', sayCount(line), sayCount(lastLine), sayCount(lines))} · {sayBytes(bytes)} · {mediaType}
        </span>
        <span class="output-pages">
          <Button
            kind="quiet"
            icon="left"
            label={t('previous')}
            isDisabled={start === 0}
            onClick={() =>
              setPlaces(places.length > 1 ? places.slice(0, -1) : [{ from: Math.max(1, line - PAGE_LINES) }])
            }
          />
          <Button
            kind="quiet"
            icon="right"
            label={t('next')}
            isDisabled={following === null}
            onClick={() => following !== null && setPlaces([...places, following])}
          />
        </span>
      </div>
      <Field
        label={t('find')}
        isLabelHidden
        type="search"
        placeholder={t('find')}
        value={typed}
        onInput={setTyped}
        onEscape={() => setTyped('')}
      />
      {text !== '' ? (
        <Found
          id={id}
          text={text}
          onOpen={(wanted) => {
            setTyped('')
            setPlaces([{ from: Math.max(1, wanted - 3) }])
          }}
        />
      ) : (
        <TextBox label={t('text')} text={value.text} />
      )}
    </div>
  )
}

function wantedOf({ from, fromChar }: Place) {
  if (fromChar !== undefined) return { fromChar, maxChars: MAX_CHARS }
  return { from: from ?? 1, to: (from ?? 1) + PAGE_LINES - 1, maxChars: MAX_CHARS }
}

interface FoundProps {
  readonly id: string
  readonly text: string
  readonly onOpen: (line: number) => void
}

function Found({ id, text, onOpen }: FoundProps) {
  const { value, problem, again } = useOperation('artifact.grep', { id, text, limit: 100 })
  if (value === undefined)
    return problem === undefined ? <Skeleton /> : <ProblemTold problem={problem} onAgain={again} />
  return (
    <>
      <p class="meta" role="status">
        {t('found', value.matches, value.next !== null)}
      </p>
      {value.found.length > 0 && (
        <ol class="output-found">
          {value.found.map(({ line, text: said }) => (
            <li key={line}>
              <button type="button" class="output-line" onClick={() => onOpen(line)}>
                <span class="output-number">{line}</span>
                <span>{said}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
