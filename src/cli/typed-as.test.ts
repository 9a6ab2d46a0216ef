import { expect, it } from 'vitest'
import { typedAs } from './typed-as.js'

const clone = {
  program: '/src/recollect/dist/bin/recollect.js',
  package: '/src/recollect',
  folder: '/src/recollect',
  path: '/src/recollect/node_modules/.bin:/usr/bin',
  target: (file: string): string | undefined =>
    file.endsWith('.bin/recollect') ? '/src/recollect/dist/bin/recollect.js' : undefined,
}

it('says from a clone what works there, and what works in any folder', () => {
  const anywhere = 'node /src/recollect/dist/bin/recollect.js --home /tmp/m'
  expect(typedAs({ home: '/tmp/m' }, clone)).toEqual({ here: 'npx recollect --home /tmp/m', anywhere })
  expect(typedAs({ home: '/tmp/m' }, { ...clone, folder: '/src/recollect-2' }).here).toBe(anywhere)
})

it.skipIf(process.platform === 'win32')(
  'says the plain name where a shell knows it, and that it is this program',
  () => {
    const installed = (target: string) => ({
      ...clone,
      target: (file: string) => (file === '/usr/bin/recollect' ? target : undefined),
    })
    expect(typedAs({ home: '/m y', user: 'ann' }, installed(clone.program))).toEqual({
      here: "recollect --home '/m y' --user ann",
      anywhere: "recollect --home '/m y' --user ann",
    })
    expect(typedAs({ home: '/m' }, installed('/opt/other/recollect.js')).here).toBe('npx recollect --home /m')
  },
)
