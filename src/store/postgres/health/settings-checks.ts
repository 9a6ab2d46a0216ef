import type { StoreCheck } from '../../store.js'

/** The settings that these checks look at, by their names in pg_settings. */
export const LOOKED_AT = [
  'autovacuum',
  'track_counts',
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'data_checksums',
  'log_statement',
  'log_min_duration_statement',
  'log_min_duration_sample',
  'log_parameter_max_length',
  'log_duration',
] as const

/** What the server's own settings mean for who keeps a memory there. */
export function settingsChecks(settings: ReadonlyMap<string, string>): StoreCheck[] {
  return [losesNothing(settings), cleansUp(settings), checksPages(settings), logsNoTexts(settings)]
}

function losesNothing(settings: ReadonlyMap<string, string>): StoreCheck {
  const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter(
    (name) => settings.get(name) === 'off',
  )
  return {
    check: 'what is acknowledged is kept',
    isOk: off.length === 0,
    detail:
      off.length === 0
        ? 'the server answers once it is on disk'
        : `${off.join(', ')} of the server ${off.length === 1 ? 'is' : 'are'} off: a power cut may lose or damage what was acknowledged`,
    hint: switchOn(off),
  }
}

/** Without it deleted rows pile up, and one day the server stops writing to protect itself. */
function cleansUp(settings: ReadonlyMap<string, string>): StoreCheck {
  const off = ['autovacuum', 'track_counts'].filter((name) => settings.get(name) === 'off')
  return {
    check: 'cleaning by the server',
    isOk: off.length === 0,
    detail: off.length === 0 ? 'on' : `${off.join(' and ')} of the server: off, so that deleted rows pile up`,
    hint: switchOn(off),
  }
}

function switchOn(settings: readonly string[]): string {
  const each = settings.map((name) => `alter system set ${name} = on;`)
  return `as a superuser, in psql: ${each.join(' ')} select pg_reload_conf();`
}

/** Told, not blamed: they are chosen when a cluster is made. */
function checksPages(settings: ReadonlyMap<string, string>): StoreCheck {
  return {
    check: 'page checksums',
    isOk: true,
    detail:
      settings.get('data_checksums') === 'on'
        ? 'on: the server notices a page that the disk has changed'
        : 'off: the server would not notice a page that the disk has changed (pg_checksums --enable, while it is stopped)',
    hint: '',
  }
}

/** Texts travel as values of statements: a server that logs those keeps what is forgotten, and what was asked. */
function logsNoTexts(settings: ReadonlyMap<string, string>): StoreCheck {
  const isOn = (name: string) => Number(settings.get(name) ?? -1) >= 0
  const logs =
    isOn('log_min_duration_statement') ||
    isOn('log_min_duration_sample') ||
    (settings.get('log_statement') ?? 'none') === 'all' ||
    settings.get('log_statement') === 'mod'
  const isOk = !logs || settings.get('log_parameter_max_length') === '0'
  return {
    check: "texts in the server's log",
    isOk,
    detail: isOk
      ? 'the server logs no values of statements'
      : 'the server logs statements with their values: what is remembered, asked and forgotten stands in its log',
    hint: 'as a superuser, in psql: alter database NAME set log_parameter_max_length = 0; and delete old logs',
  }
}
