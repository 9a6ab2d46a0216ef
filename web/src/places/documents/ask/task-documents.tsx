import type { OutputOf } from '../../../api/operation-types.js'
import { useOperation } from '../../../api/use-operation.js'
import { href } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { Select } from '../../../parts/select.js'
import { attach, attachAll, detach, detachAll } from '../attach-deeds.js'
import { Standing } from '../standing.js'
import { t } from '../words.js'

export interface TaskDocumentsProps {
  readonly task: string
  readonly listed: OutputOf<'knowledge.list'>
}

/** Which documents a task may ask: to be added, taken away, or simply all. */
export function TaskDocuments({ task, listed: { documents, total, everything } }: TaskDocumentsProps) {
  const library = useOperation('knowledge.list', { limit: 200 })
  const known = new Set(documents.map(({ id }) => id))
  const others = library.value?.documents.filter(({ id }) => !known.has(id)) ?? []
  return (
    <section class="task-documents">
      <h2 class="documents-heading">
        {t('taskDocuments')} {total > 0 && <span class="meta">{total}</span>}
      </h2>
      {documents.length === 0 && (
        <>
          <p>{t('taskNone')}</p>
          <p class="meta">{t('taskNoneHint')}</p>
        </>
      )}
      {everything === true && <p class="meta">{t('everythingOn')}</p>}
      <ul>
        {documents.map((document) => (
          <li key={document.id} class="task-document">
            <a class="task-document-title" href={href(`documents/${document.id}`)}>
              {document.title}
            </a>
            {document.published === null && <Standing document={document} />}
            <Button
              kind="quiet"
              icon="close"
              label={`${t('detach')}: ${document.title}`}
              onClick={() => void detach(task, document)}
            />
          </li>
        ))}
      </ul>
      {everything !== true && others.length > 0 && (
        <Select
          label={t('addDocument')}
          value=""
          options={[
            { value: '', label: t('choose') },
            ...others.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(id) => {
            const document = others.find((one) => one.id === id)
            if (document !== undefined) void attach(task, document)
          }}
        />
      )}
      <label class="documents-check">
        <input
          type="checkbox"
          checked={everything === true}
          onChange={() => void (everything === true ? detachAll(task) : attachAll(task, documents))}
        />
        {t('everything')}
      </label>
    </section>
  )
}
