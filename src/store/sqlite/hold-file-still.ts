import type { Env } from '../../clock.js'
import { openDriver } from './driver.js'
import { whenFree } from './lock-wait.js'
import { translate } from './sqlite-errors.js'

/** Keeps all others from writing to a store until it is let go; they may read. Throws `store_busy` where one goes on writing. */
export async function holdFileStill(file: string, env: Env, timeoutMs: number): Promise<() => Promise<void>> {
  const driver = openDriver(file)
  try {
    await whenFree(() => driver.exec('begin immediate'), { env, timeoutMs })
  } catch (error) {
    driver.close()
    throw translate(error, file)
  }
  return async () => {
    driver.exec('rollback')
    driver.close()
  }
}
