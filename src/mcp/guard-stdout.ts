/** The real way out, kept from everyone else. */
export interface GuardedStdout {
  /** Writes protocol. Rejects when nobody reads any more. */
  write(line: string): Promise<void>
  restore(): void
}

/**
 * Sends whatever else is written to standard output to the log: one `console.log` in a package would break the
 * framing, and the client with it.
 */
export function guardStdout(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): GuardedStdout {
  const original = stdout.write
  const write = original.bind(stdout) as (line: string, done: (error?: Error | null) => void) => boolean
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write
  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        write(line, (error) => (error ? reject(error) : resolve()))
      }),
    restore: () => {
      stdout.write = original
    },
  }
}
