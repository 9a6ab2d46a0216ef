// Runs before each test file: `SEED=… npm test` repeats the random tests of a failed run, which printed its seed.

const seed = Number(process.env.SEED ?? Number.NaN)
if (!Number.isNaN(seed)) {
  const { configureGlobal, readConfigureGlobal } = await import('fast-check')
  configureGlobal({ ...readConfigureGlobal(), seed })
}
