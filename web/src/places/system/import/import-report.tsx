import { sayCount } from '../../../language/numbers.js'
import { href } from '../../../location/location.js'
import { Section } from '../../../parts/section.js'
import type { JoinedReport } from './joined-report.js'
import { t } from './words.js'

const FILES_SHOWN = 100

/** What was added, what was there already, what could not be read and why. */
export function ImportReport({
  report,
  isRunning,
}: {
  readonly report: JoinedReport
  readonly isRunning: boolean
}) {
  const { added, repeated, forgotten, skipped, masked, events, sessions, isDryRun } = report
  const counts = [
    t(isDryRun ? 'wouldAdd' : 'added', sayCount(added)),
    sessions > 0 && t('inSessions', sessions),
    events > 0 && t('events', sayCount(events)),
    repeated > 0 && t('repeated', sayCount(repeated)),
    forgotten > 0 && t('stayForgotten', sayCount(forgotten)),
    masked > 0 && t('masked', sayCount(masked)),
    skipped > 0 && t('skipped', sayCount(skipped)),
  ].filter((text) => text !== false)
  return (
    <div class="report" role="status">
      <p>
        <strong>{counts[0]}</strong>
        {counts.length > 1 && ` · ${counts.slice(1).join(' · ')}`}
      </p>
      {isDryRun && <p class="meta">{t('nothingWritten')}</p>}
      {!isDryRun && !isRunning && added > 0 && (
        <p>
          <a class="link" href={href('tasks')}>
            {t('showConversations')}
          </a>
          {' · '}
          <a class="link" href={href('search')}>
            {t('searchIt')}
          </a>
        </p>
      )}
      {report.remarks.map((remark) => (
        <p key={remark} class="meta">
          {remark}
        </p>
      ))}
      {report.skippedBy.size > 0 && (
        <Section title={t('whySkipped')} count={skipped}>
          <Reasons reasons={report.skippedBy} />
          <ul class="report-problems">
            {report.problems.map(({ path, place, reason }, index) => (
              <li key={index} class="meta">
                <span class="mono">
                  {path}
                  {place !== '' && `:${place}`}
                </span>{' '}
                {reason}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {report.leftOut.size > 0 && (
        <Section title={t('leftOut')} isOpen={false}>
          <Reasons reasons={report.leftOut} />
        </Section>
      )}
      {report.files.length > 1 && (
        <Section title={t('byFile')} count={report.files.length} isOpen={false}>
          <div class="table-box">
            <table class="table">
              <tbody>
                {report.files.slice(0, FILES_SHOWN).map(({ path, format, added }) => (
                  <tr key={path}>
                    <th scope="row" class="mono">
                      {path}
                    </th>
                    <td class="meta">{format}</td>
                    <td class="number">{sayCount(added)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {report.files.length > FILES_SHOWN && (
            <p class="meta">{t('moreFiles', report.files.length - FILES_SHOWN)}</p>
          )}
        </Section>
      )}
    </div>
  )
}

function Reasons({ reasons }: { readonly reasons: ReadonlyMap<string, number> }) {
  return (
    <ul>
      {[...reasons].map(([reason, count]) => (
        <li key={reason}>
          {sayCount(count)} × {sayReason(reason)}
        </li>
      ))}
    </ul>
  )
}

const own = ['media', 'page', 'tool', 'agent'] as const

/** Reasons of the server come as sentences; those of this page have words of their own. */
function sayReason(reason: string): string {
  const known = own.find((one) => one === reason)
  return known === undefined ? reason : t(`out_${known}`)
}
