/** Time expressions of questions and calendar days in a zone; timestamps are read by parse-moment.ts. */
export {
  type DateParts,
  dateParts,
  EARLIEST_MS,
  LATEST_MS,
  type TimeRange,
  timeRanges,
} from './time-ranges.js'
export { calendarDay } from './zone.js'
