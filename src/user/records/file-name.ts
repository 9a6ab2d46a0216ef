import { clip } from '../../text/clip.js'
import { isWellFormed } from '../../text/well-formed.js'

/** What every record's file ends with, whatever its case. */
export const RECORD_FILE_END = '.md'

export function hasRecordEnd(file: string): boolean {
  return file.toLowerCase().endsWith(RECORD_FILE_END)
}

/** The name without its end. */
export function stemOf(file: string): string {
  return hasRecordEnd(file) ? clip(file, file.length - RECORD_FILE_END.length) : file
}

/**
 * Whether a record's file may have this name, whoever gave it: one in the folder itself, not hidden, that file systems
 * take and that Windows does not keep for a device.
 */
export function isRecordFileName(file: string): boolean {
  return (
    hasRecordEnd(file) &&
    !file.startsWith('.') &&
    Buffer.byteLength(file) <= FILE_MAX_BYTES &&
    !/[/\\\0]/.test(file) &&
    isWellFormed(file) &&
    !isDeviceName(file)
  )
}

/** What Windows keeps for devices, whatever comes behind the first dot. */
export function isDeviceName(file: string): boolean {
  return DEVICE.test(file)
}

const FILE_MAX_BYTES = 255
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/iu
