import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/**
 * Builds the dashboard into dist/web (scripts/setup.mjs says where). For work on it: `npx vite web` beside a running
 * `recollect serve`, whose address `RECOLLECT_URL` names.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../node_modules/.cache/recollect/vite', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy allows files of our own alone: nothing may become a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What their licences ask for: the notice goes with the code.
    license: { fileName: 'LICENSES.md' },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/openapi.json', '/reference', '/health'].map((path) => [
        path,
        process.env.RECOLLECT_URL ?? 'http://127.0.0.1:4114',
      ]),
    ),
  },
})
