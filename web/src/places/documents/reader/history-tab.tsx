import { may } from '../../../api/caller.js'
import { sayCount } from '../../../language/numbers.js'
import { hrefHere } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { Status } from '../../../parts/status.js'
import { Time } from '../../../parts/time.js'
import { mayReview, type ShownDocument } from '../document.js'
import { DocumentEvents } from '../document-events.js'
import { publish } from '../review-deeds.js'
import { t } from '../words.js'

/** Its versions, each to be read, compared or published again; and who did what when. */
export function HistoryTab({ shown: { document, versions, events } }: { readonly shown: ShownDocument }) {
  const { latest, published, status } = document
  const none = { version: null, against: null, anchor: null, quote: null, on: null }
  return (
    <div class="reader-history">
      <section>
        <h2 class="documents-heading">{t('versions')}</h2>
        <ol class="reader-versions">
          {versions.map(({ number, title, at, sections, tokens }, index) => {
            const before = versions[index + 1]?.number
            return (
              <li key={number}>
                <div class="reader-version">
                  <div class="row-line">
                    <strong>{t('version', number)}</strong>
                    {number === published && <Status of="published" />}
                    {number === latest && status !== 'ready' && <Status of={status} />}
                  </div>
                  {title !== document.title && <p>{title}</p>}
                  <p class="meta">
                    <Time at={at} as="moment" /> · {t('sections', sections)} · {t('tokens', sayCount(tokens))}
                  </p>
                </div>
                <Button href={hrefHere({ ...none, tab: null, version: String(number) })}>{t('read')}</Button>
                {before !== undefined && (
                  <Button
                    href={hrefHere({
                      ...none,
                      tab: 'changes',
                      version: String(number),
                      against: String(before),
                    })}
                  >
                    {t('compare')}
                  </Button>
                )}
                {may('knowledge.publish') &&
                  mayReview(document) &&
                  number !== published &&
                  number !== latest && (
                    <Button onClick={() => void publish(document, number)}>{t('publishAgain')}</Button>
                  )}
              </li>
            )
          })}
        </ol>
      </section>
      {events.length > 0 && (
        <section>
          <h2 class="documents-heading">{t('events')}</h2>
          <DocumentEvents events={events} />
        </section>
      )}
    </div>
  )
}
