import { parseArgs } from 'node:util'
import { rebuildJournal } from '../exchange/recovery/rebuildJournal.ts'
import { nodeClock } from '../platform/nodePorts.ts'
import { openStorage } from '../platform/db/openStorage.ts'
import { createLog } from '../platform/log/Log.ts'
import { FIRST_RULES, LATEST_RULES } from '../exchange/state/rules.ts'
import { readSettings } from '../settings/settings.ts'
import { SPOT_SYMBOLS } from '../exchange/instruments/symbols.ts'

const USAGE =
  'rebuild-from-ledger takes --replace, which sets aside a journal that is there, and --rules ' +
  '<version>: the rules that were in force, which the ledger does not have.'

/**
 * The command `rebuild-from-ledger`: makes a journal from the database of the environment, for the
 * next start.
 */
export async function rebuildFromLedger(
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const { replaces, rules } = readOptions(args)
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
      rules,
      replaces,
    })
    if (movedTo !== undefined) say(`The former journal is in ${movedTo}.`)
    say(
      `A journal was rebuilt from the ledger after record ${seq}: ${accounts} accounts, ` +
        `${orders} open orders, ${keys} keys of the last day, rules of version ${rules}.`,
    )
    say(
      'Start the gateway. What it had acknowledged and not settled is gone: orders of the ' +
        'last moments before the journal was lost.',
    )
  } finally {
    await storage.close()
  }
}

/** @throws Error for other options */
function readOptions(args: readonly string[]): {
  readonly replaces: boolean
  readonly rules: number
} {
  const { values } = parseArgs({
    args: [...args],
    options: { replace: { type: 'boolean' }, rules: { type: 'string' } },
  })
  const rules = Number(values.rules ?? FIRST_RULES)
  if (!Number.isSafeInteger(rules) || rules < FIRST_RULES || rules > LATEST_RULES)
    throw new Error(USAGE)
  return { replaces: values.replace === true, rules }
}
