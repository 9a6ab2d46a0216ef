// Restores a backup, to be killed on the way.

/** @type {typeof import('../../src/index.js')} */
const { restoreBackup } = await import(process.env['RECOLLECT_ENTRY'] ?? '')

/** @type {{ home: string, file: string }} */
const { home, file } = JSON.parse(process.argv[2] ?? '{}')

process.stdout.write('begin\n')
await restoreBackup({
  home,
  file,
  confirm: () => {
    process.stdout.write('confirmed\n')
    return true
  },
})
process.stdout.write('restored\n')
