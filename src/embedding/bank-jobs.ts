import { MemoryError } from '../errors.js'
import type { Claim, JobFailure, Jobs } from '../store/jobs.js'
import { createHeldJobs } from '../work/held-jobs.js'

/** Which process embeds a bank, where many share the store. Of a file, each embeds what it adds. */
export interface BankJobs {
  /** `elsewhere`: another process is at it, and does what is ours as well. */
  take(bank: string): Promise<'ours' | 'newly ours' | 'elsewhere'>
  /** One that was claimed already; resolves once we have let go of it. */
  accept(claim: Claim): Promise<void>
  /** Nothing is left to do. False where somebody has added something meanwhile: then it is to be taken again. */
  finish(bank: string): Promise<boolean>
  /** All that we hold, for another time and for others. Never throws: what is not given back falls back by itself. */
  failAll(failure: JobFailure): Promise<void>
  fail(bank: string, failure: JobFailure): Promise<void>
  /** Gives all back undone. Never throws. */
  close(): Promise<void>
}

export function createBankJobs(jobs: Jobs | undefined): BankJobs {
  return jobs === undefined ? alone : among(jobs)
}

const alone: BankJobs = {
  take: async () => 'ours',
  accept: async () => undefined,
  finish: async () => true,
  failAll: async () => undefined,
  fail: async () => undefined,
  close: async () => undefined,
}

function among(jobs: Jobs): BankJobs {
  const held = createHeldJobs(jobs)
  const banks = new Set<string>()
  /** Who waits for us to let go of a bank. */
  const givers = new Map<string, () => void>()

  function letGo(bank: string): void {
    banks.delete(bank)
    givers.get(bank)?.()
    givers.delete(bank)
  }

  async function fail(bank: string, failure: JobFailure): Promise<void> {
    await unlessAway(() => held.fail(jobOf(bank), failure))
    letGo(bank)
  }

  return {
    take: async (bank) => {
      if (held.has(jobOf(bank))) return 'ours'
      if (!(await held.take({ ...jobOf(bank), actor: '' }))) return 'elsewhere'
      banks.add(bank)
      return 'newly ours'
    },
    accept: (claim) => {
      held.hold(claim)
      banks.add(claim.bank)
      return new Promise((resolve) => givers.set(claim.bank, resolve))
    },
    finish: async (bank) => {
      if (!banks.has(bank)) return true
      const isDone = await held.finish(jobOf(bank))
      letGo(bank)
      return isDone
    },
    fail,
    failAll: async (failure) => {
      for (const bank of [...banks]) await fail(bank, failure)
    },
    close: async () => {
      await unlessAway(() => held.close())
      for (const bank of [...banks]) letGo(bank)
    },
  }
}

function jobOf(bank: string) {
  return { bank, kind: 'embed', subject: '' } as const
}

/** A store that is away takes jobs back by itself, when their leases end. */
async function unlessAway(tell: () => Promise<void>): Promise<void> {
  try {
    await tell()
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error
  }
}
