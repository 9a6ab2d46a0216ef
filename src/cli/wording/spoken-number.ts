/** `12,345`. By hand: the first number that Intl formats costs 6 ms, which every start would pay. */
export function spokenCount(count: number): string {
  return String(Math.round(count)).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',')
}

/** `1 message`, `2 messages`. */
export function counted(count: number, noun: string): string {
  return `${spokenCount(count)} ${count === 1 ? noun : `${noun}s`}`
}

/** `512 bytes`, `12.3 kB`, `4.6 MB`: powers of ten, as disks are sold. */
export function spokenBytes(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length)
  return `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power - 1]}`
}

/** `8 s`, `3 min 20 s`, `2 h 5 min`. */
export function spokenDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const UNITS = ['kB', 'MB', 'GB', 'TB']
