import { CONTRACTS } from '../../apps/gateway/src/exchange/instruments/contracts.ts'
import { SPOT_SYMBOLS } from '../../apps/gateway/src/exchange/instruments/symbols.ts'
import type { ExchangeCommand } from '../../apps/gateway/src/exchange/state/command.ts'
import { openTradingCore } from '../../apps/gateway/src/exchange/trading-core/openTradingCore.ts'
import { countLines } from '../../apps/gateway/src/modules/statement/queries.ts'
import { openStorage } from '../../apps/gateway/src/platform/db/openStorage.ts'
import { silentLog } from '../../apps/gateway/src/platform/log/Log.ts'
import { nodeClock } from '../../apps/gateway/src/platform/nodePorts.ts'

// `node moveFunds.ts <data folder> <lines>` trades for the demo account of a gateway that is
// not running, until its statement has so many lines: USDT goes to the futures wallet and back.

/** Commands between two waits for the ledger. */
const BATCH = 1_000

const [dataDir = '', wanted = ''] = process.argv.slice(2)
const clock = nodeClock()
const storage = await openStorage({
  settings: { dataDir, leaseSeconds: 1 },
  clock,
  log: silentLog,
  say: () => {},
})
const { db } = storage
const core = await openTradingCore({
  db,
  clock,
  dataDir,
  log: silentLog,
  instruments: [...SPOT_SYMBOLS, ...CONTRACTS],
})
const [demo] = await db.query<{ readonly id: bigint | string }>(
  "select id from users where email = 'demo@example.com'",
)
if (!demo) throw new Error(`${dataDir} has no demo account.`)
const account = { realm: 'live', userId: String(demo.id) } as const

function run(command: ExchangeCommand): void {
  const { outcome } = core.execute(command)
  if ('refused' in outcome) throw new Error(`Refused: ${JSON.stringify(outcome.refused)}`)
}

async function fill(missing: number): Promise<void> {
  // A grant is one line, a move between two wallets of a user two.
  if (missing % 2 === 1)
    run({ kind: 'grant', at: clock.now(), ...account, key: 'odd', funds: { USDT: '1' } })
  for (let count = 0; count < Math.floor(missing / 2); count++) {
    // oxlint-disable-next-line no-await-in-loop
    if (count % BATCH === 0) await core.settled()
    move(count)
  }
  await core.settled()
}

function move(count: number): void {
  const isBack = count % 2 === 1
  run({
    kind: 'walletMove',
    at: clock.now(),
    ...account,
    from: isBack ? 'futures' : 'spot',
    to: isBack ? 'spot' : 'futures',
    asset: 'USDT',
    atoms: String(isBack ? count : count + 1),
    clientOid: `move-${count}`,
    digest: 'd',
  })
}

await core.settled()
await fill(Number(wanted) - (await countLines(db, account)))
await core.stop()
await storage.close()
