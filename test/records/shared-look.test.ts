import { describe, expect, it } from 'vitest'
import { opened } from './open-folder.js'
import { create, inFolder, listAll } from './open-records.js'

describe('calls that wait together', () => {
  it('share one look at the folder, and none looks at what is older than itself', async () => {
    let looks = 0
    const place = await inFolder((files) => ({
      ...files,
      list: async (after) => {
        looks += 1
        return files.list(after)
      },
    }))
    const { records, put } = await opened(place)
    await create(records, { name: 'First' })
    looks = 0
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => create(records, { name: `Note ${n}`, body: `${n}` })),
    )
    expect(looks).toBeLessThanOrEqual(2)
    put('mine.md', '---\nname: Mine\n---\n\nBy hand.\n')
    await expect(create(records, { name: 'Mine' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await listAll(records)).toHaveLength(22)
  })
})
