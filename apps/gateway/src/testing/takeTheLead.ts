import type { Log } from '../platform/log/Log.ts'
import { openStorage } from '../platform/db/openStorage.ts'
import { nodeClock } from '../platform/nodePorts.ts'
import { readSettings } from '../settings/settings.ts'
import { openStandBy } from '../standBy.ts'
import type { HarnessOptions } from './tradingHarness.ts'

/**
 * What the gateway's own start does on a shared log before it trades: it follows who trades
 * there until that one ends.
 */
export async function takeTheLead({
  dataDir,
  databaseUrl,
  log,
  say,
}: {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly log: Log
  readonly say: (line: string) => void
}): Promise<
  Required<Pick<HarnessOptions, 'db' | 'lease' | 'replica' | 'shared'>> & {
    readonly close: () => Promise<unknown>
  }
> {
  const settings = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    COMMAND_LOG_URL: databaseUrl,
    REPLAY_STORE: 'database',
    LEASE_SECONDS: '5',
    HOST: '127.0.0.1',
    PORT: '0',
  })
  const clock = nodeClock()
  const standBy = await openStandBy({ settings, clock, log, say })
  if (!standBy) throw new Error('The settings name no shared log.')
  const storage = await openStorage({ settings, clock, log, say, standBy })
  const replica = await standBy.takeOver()
  return {
    ...storage,
    shared: standBy.shared,
    replica,
    close: () => Promise.all([standBy.close(), storage.close()]),
  }
}
