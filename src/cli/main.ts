#!/usr/bin/env node
import { packageVersion } from './package-version.js'
import { createTerminal } from './terminal.js'

const argv = process.argv.slice(2)
const terminal = createTerminal(process)

// All that a command may need comes behind one import, and so in one file: opening many would take longer than
// reading what is not needed. Nobody should wait for it who asks for the version.
if (argv.length === 1 && /^(?:--version|-v)$/.test(argv[0] ?? '')) terminal.out(packageVersion())
else {
  const { run } = await import('./program.js')
  // Set, not `process.exit`: what is still on its way to a pipe must arrive.
  process.exitCode = await run(argv, terminal)
}
