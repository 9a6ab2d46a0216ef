// Stands in for @lat.md/embed and its weights in tests of the thread around it. The text says what it does, and
// `?load=fail` or `?load=die` what becomes of the loading.

/** @type {string[]} */
const read = []

/** @param {{ model: { load: string | null } }} config */
export async function createEmbedder({ model }) {
  if (model.load === 'fail') throw new RangeError('no memory for Mia')
  if (model.load === 'die') process.exit(7)
  return {
    /** @param {string[]} texts */
    async embed(texts) {
      if (texts.length !== 1) throw new TypeError('one text at a time')
      const [text = ''] = texts
      if (text === 'die') process.exit(9)
      if (text === 'refuse') throw new TypeError(`cannot read ${text} of Mia`)
      if (text === 'endless') await new Promise(() => setInterval(() => undefined, 60_000))
      if (text === 'trap') throw Object.assign(new Error('unreachable'), { name: 'RuntimeError' })
      // How many were read: shows the order.
      read.push(text)
      return [[read.length, ...new Array(383).fill(0)]]
    },
  }
}

// biome-ignore lint/style/noDefaultExport: the package that it stands for has one
export default { load: new URL(import.meta.url).searchParams.get('load') }
