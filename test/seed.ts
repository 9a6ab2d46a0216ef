// Runs before each test file: what is random in it comes from the seed of the run.
import { configureGlobal, readConfigureGlobal } from 'fast-check'
import { runSeed } from './random.js'

configureGlobal({ ...readConfigureGlobal(), seed: runSeed })
