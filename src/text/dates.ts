/** Dates and times in texts: timestamps of imports, time expressions of questions, calendar days in a zone. */
export { type MomentOptions, parseMoment } from './parse-moment.js'
export type { TimeKind } from './time-expression.js'
export {
  type DateParts,
  dateParts,
  EARLIEST_MS,
  LATEST_MS,
  type TimeRange,
  timeRanges,
} from './time-ranges.js'
export { type CalendarDay, calendarDay, formatMoment, isZone } from './zone.js'
