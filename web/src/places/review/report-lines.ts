export interface ReportLine {
  readonly text: string
  /** What the line is about: an item, or a contradiction. */
  readonly id: string | null
  /** What it says behind that. */
  readonly rest: string
}

/** The lines of a report of the memory about itself: `- ID since …` are about something that can be looked at. */
export function reportLines(text: string): readonly ReportLine[] {
  return text.split('\n').map((line) => {
    const [, id = null, rest = ''] = about.exec(line) ?? []
    return { text: line, id, rest: rest.trim() }
  })
}

const about = /^- ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})( .*)?$/
