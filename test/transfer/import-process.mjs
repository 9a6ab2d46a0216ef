// Takes an archive in, to be killed on the way.

/** @type {typeof import('../../src/index.js')} */
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')

/** @type {{ home: string, file: string }} */
const { home, file } = JSON.parse(process.argv[2] ?? '{}')

const engine = await openMemory({ home, zone: 'UTC' })
await engine.as({ administrator: true }).importArchive(
  { file },
  {
    progress: ({ unit }) => {
      if (unit === 'rows') process.stdout.write('writing\n')
    },
  },
)
await engine.close()
