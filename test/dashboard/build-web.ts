import { build, type Plugin } from 'vite'

/** Builds the dashboard into a folder; with `places` only these, so that what others work on need not be whole. */
export async function buildWeb(outDir: string, places?: readonly string[]): Promise<string> {
  await build({
    configFile: 'web/vite.config.ts',
    root: 'web',
    logLevel: 'error',
    build: { outDir },
    ...(places === undefined ? {} : { plugins: [onlyPlaces(places)] }),
  })
  return outDir
}

function onlyPlaces(wanted: readonly string[]): Plugin {
  const stub = '\0place-left-out'
  return {
    name: 'only-places',
    enforce: 'pre',
    resolveId: (id, importer) => {
      const [, place = ''] = /^\.\/places\/([a-z]+)\//.exec(id) ?? []
      const isLeftOut =
        importer?.endsWith('/src/places.ts') === true && place !== '' && !wanted.includes(place)
      return isLeftOut ? stub : null
    },
    load: (id) => (id === stub ? 'export const Page = () => null' : null),
  }
}
