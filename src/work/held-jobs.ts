import { type Claim, type JobFailure, type Jobs, LEASE_MS, type WantedJob } from '../store/jobs.js'

/** The jobs that this process is at, kept for as long as it lives. */
export interface HeldJobs {
  /** Takes a job, wherever nobody else is at it; true also where it is ours already. */
  take(job: WantedJob): Promise<boolean>
  /** One that was claimed already. */
  hold(claim: Claim): void
  has(job: JobName): boolean
  /** Done. False where it was wanted again meanwhile, and so is to be taken again. */
  finish(job: JobName): Promise<boolean>
  fail(job: JobName, failure: JobFailure): Promise<void>
  /** Gives one back undone, for others. */
  release(job: JobName): Promise<void>
  /** Gives all back. */
  close(): Promise<void>
}

export type JobName = Pick<WantedJob, 'bank' | 'kind' | 'subject'>

/** A process that dies says nothing more, and others take over what it held. */
export function createHeldJobs(jobs: Jobs): HeldJobs {
  const held = new Map<string, Claim>()
  let timer: NodeJS.Timeout | undefined

  function hold(claim: Claim): void {
    held.set(keyOf(claim), claim)
    timer ??= setInterval(() => void sayAlive(), LEASE_MS / 3).unref()
  }

  /** Of all that ends with it: what comes later must not be taken for it. */
  function letGo(job: JobName): Claim | undefined {
    const claim = held.get(keyOf(job))
    held.delete(keyOf(job))
    if (held.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
    return claim
  }

  async function sayAlive(): Promise<void> {
    for (const claim of held.values()) {
      try {
        if (!(await jobs.extend(claim)) && held.get(keyOf(claim)) === claim) letGo(claim)
      } catch {
        // The server is away. If it stays so, the lease ends there and the next word of us is refused.
      }
    }
  }

  return {
    take: async (job) => {
      if (held.has(keyOf(job))) return true
      const claim = await jobs.claimOne(job)
      if (claim !== undefined) hold(claim)
      return claim !== undefined
    },
    hold,
    has: (job) => held.has(keyOf(job)),
    finish: async (job) => {
      const claim = letGo(job)
      return claim === undefined || jobs.finish(claim)
    },
    fail: async (job, failure) => {
      const claim = letGo(job)
      if (claim !== undefined) await jobs.fail(claim, failure)
    },
    release: async (job) => {
      const claim = letGo(job)
      if (claim !== undefined) await jobs.release(claim)
    },
    close: async () => {
      for (const claim of [...held.values()]) {
        letGo(claim)
        await jobs.release(claim)
      }
    },
  }
}

function keyOf({ bank, kind, subject }: JobName): string {
  return JSON.stringify([bank, kind, subject])
}
