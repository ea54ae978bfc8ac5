import type { Clock } from '@x/kit'
import type { Log } from '../../platform/log/Log.ts'

const PURGE_EVERY_MS = 3_600_000

/** Runs `purge` now and each hour; one that fails is written down and is no reason to end them. */
export function createHourlyPurge({
  clock,
  log,
  purge,
}: {
  clock: Pick<Clock, 'after'>
  log: Log
  purge: () => Promise<void>
}) {
  let timer = { cancel() {} }
  const run = async (): Promise<void> => {
    timer = clock.after(PURGE_EVERY_MS, () => void run())
    await purge().catch((error: unknown) =>
      log.warn('Old sessions could not be removed', {
        error: error instanceof Error ? error.name : 'Error',
      }),
    )
  }
  return { start: run, stop: () => timer.cancel() }
}
