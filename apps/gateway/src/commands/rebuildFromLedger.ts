import { rebuildJournal } from '../exchange/recovery/rebuildJournal.ts'
import { nodeClock } from '../platform/nodePorts.ts'
import { openStorage } from '../platform/db/openStorage.ts'
import { createLog } from '../platform/log/Log.ts'
import { readSettings } from '../settings/settings.ts'
import { SPOT_SYMBOLS } from '../exchange/instruments/symbols.ts'

const REPLACE = '--replace'

/**
 * The command `rebuild-from-ledger`: makes a journal from the database of the environment, for the
 * next start.
 */
export async function rebuildFromLedger(
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const unknown = args.find((arg) => arg !== REPLACE)
  if (unknown !== undefined)
    throw new Error(
      `Unknown option ${unknown}. rebuild-from-ledger takes ${REPLACE}, which sets aside ` +
        'a journal that is there.',
    )
  const settings = readSettings(environment)
  const clock = nodeClock()
  const storage = await openStorage({
    settings,
    clock,
    say,
    log: createLog((line) => process.stderr.write(line), { clock }),
  })
  try {
    const { db, lease } = storage
    const { seq, orders, accounts, keys, movedTo } = await rebuildJournal({
      db: db.maintenance ?? db,
      dataDir: settings.dataDir,
      instruments: SPOT_SYMBOLS,
      now: clock.now(),
      epoch: lease?.epoch,
      replaces: args.includes(REPLACE),
    })
    if (movedTo !== undefined) say(`The former journal is in ${movedTo}.`)
    say(
      `A journal was rebuilt from the ledger after record ${seq}: ${accounts} accounts, ` +
        `${orders} open orders, ${keys} keys of the last day.`,
    )
    say(
      'Start the gateway. What it had acknowledged and not settled is gone: orders of the ' +
        'last moments before the journal was lost.',
    )
  } finally {
    await storage.close()
  }
}
