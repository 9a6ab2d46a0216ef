import { type ChildProcess, fork } from 'node:child_process'
import { MemoryError } from '../../errors.js'
import type { BackupReport, ErasedContent, ErasureProof } from '../store.js'
import { APPLICATION_ID } from './settings.js'

export type MaintenanceRequest =
  | { readonly kind: 'checkpoint'; readonly file: string; readonly mode: 'passive' | 'truncate' }
  | { readonly kind: 'check'; readonly file: string }
  | { readonly kind: 'verify'; readonly file: string; readonly erased: ErasedContent }
  | { readonly kind: 'back-up'; readonly file: string; readonly copy: string }
  | { readonly kind: 'is-store'; readonly other: string; readonly applicationId: number }

/** The housekeeping process of one store; started at its first task, gone with the store. */
export interface Maintenance {
  checkpoint(mode: 'passive' | 'truncate'): Promise<boolean>
  check(): Promise<FileCheck>
  verify(erased: ErasedContent): Promise<ErasureProof>
  /** Copies the store into an empty file and examines the copy. */
  backUp(copy: string): Promise<BackupReport>
  /** Whether another file is a store of ours. */
  isStore(other: string): Promise<boolean>
  close(): void
}

/** What a check from end to end found. */
export interface FileCheck {
  readonly problems: readonly string[]
}

export function createMaintenance(file: string): Maintenance {
  let child: ChildProcess | undefined
  let nextId = 0
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>()

  function start(): ChildProcess {
    const started = fork(new URL('./maintenance-process.js', import.meta.url), {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    started.on('message', ({ id, value, error, code }: Answer) => {
      const task = waiting.get(id)
      waiting.delete(id)
      if (waiting.size === 0) setIdle(started, true)
      if (error === undefined) task?.resolve(value)
      else task?.reject(failed(file, error, code))
    })
    started.on('error', () => started.kill())
    started.on('exit', () => {
      if (child === started) child = undefined
      for (const task of waiting.values()) {
        task.reject(
          new MemoryError('store_failed', `the maintenance process of ${file} ended early`, 'try again'),
        )
      }
      waiting.clear()
    })
    return started
  }

  function ask(request: MaintenanceRequest): Promise<unknown> {
    child ??= start()
    const at = child
    const id = nextId++
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      setIdle(at, false)
      at.send({ id, request }, (error) => {
        if (error && waiting.delete(id)) reject(error)
      })
    })
  }

  return {
    checkpoint: (mode) => ask({ kind: 'checkpoint', file, mode }) as Promise<boolean>,
    check: () => ask({ kind: 'check', file }) as Promise<FileCheck>,
    verify: (erased) => ask({ kind: 'verify', file, erased }) as Promise<ErasureProof>,
    backUp: (copy) => ask({ kind: 'back-up', file, copy }) as Promise<BackupReport>,
    isStore: (other) => ask({ kind: 'is-store', other, applicationId: APPLICATION_ID }) as Promise<boolean>,
    close: () => {
      child?.disconnect()
      child = undefined
    },
  }
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
  /** SQLite's or the file system's. */
  readonly code?: string | undefined
}

function failed(file: string, message: string, code = ''): MemoryError {
  const isFull = code === 'ENOSPC' || code.startsWith('SQLITE_FULL')
  return new MemoryError(
    isFull ? 'store_full' : 'store_failed',
    `maintenance of ${file} failed: ${message}`,
    isFull ? 'free some space, and try again' : 'recollect doctor says whether the store is sound',
  )
}

/** An idle housekeeper keeps no program alive. */
function setIdle(child: ChildProcess, isIdle: boolean): void {
  if (isIdle) {
    child.unref()
    child.channel?.unref()
  } else {
    child.ref()
    child.channel?.ref()
  }
}
