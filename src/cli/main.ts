#!/usr/bin/env node
import { run } from './run.js'
import { createTerminal } from './terminal.js'

// Set, not `process.exit`: what is still on its way to a pipe must arrive.
process.exitCode = await run(process.argv.slice(2), createTerminal(process))
