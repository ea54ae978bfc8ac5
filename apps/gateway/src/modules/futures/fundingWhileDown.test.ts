import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import type { Database } from '../../platform/db/Database.ts'
import { createTestGateway } from '../../testing/createTestGateway.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { insertPremiums } from './ports/recordQueries.ts'

const SPAN = 8 * 3_600_000
/** A time of funding ahead, twenty seconds before which the gateway starts. */
const DUE = (Math.floor(Date.now() / SPAN) + 1) * SPAN
let db: Database
let dataDir: string
beforeAll(async () => {
  db = await openTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'funding-'))
})
afterAll(async () => {
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The gateway on the same database and journal, at a time of its own. */
async function start(at: number) {
  const clock = createManualClock(at)
  return { gateway: await createTestGateway({ db, dataDir, clock }), clock }
}
type Running = Awaited<ReturnType<typeof start>>

/** Leaves what a killed process leaves: its journal, and no snapshot of its end. */
async function kill({ gateway }: Running): Promise<void> {
  await gateway.stop()
  const dir = path.join(dataDir, 'journal')
  for (const name of await readdir(dir))
    if (name.startsWith('snapshot')) await rm(path.join(dir, name))
}

/** A sample of the interval after that time, as a gateway leaves it that ran for seconds. */
const leaveSample = () =>
  insertPremiums(db, [
    {
      symbol: 'usdt/BTCUSDT',
      at: DUE + 5_000,
      index: 600_000,
      impactBid: '60010.0',
      impactAsk: '60011.0',
      premium: '0.00016667',
    },
  ])

/** An open paper position of 0.01 BTC, and a premium of the running interval. */
async function openPosition({ gateway, clock }: Running): Promise<string> {
  const { client, userId } = await gateway.newUser()
  await clock.advance(2_000)
  await client.post('/v1/user/sub-account/switchTradeDemo')
  const move = { from: 'spot', to: 'futures', asset: 'USDT', amount: '5000', clientOid: 'm' }
  expect((await client.post('/v1/asset/move', move)).code).toBe('0')
  const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '0.01' }
  expect((await client.post('/v1/futures/order/place', order)).code).toBe('0')
  await clock.advance(5_000)
  return userId
}

const fundings = () =>
  db.query<{ readonly symbol: string; readonly at: bigint; readonly rate: bigint }>(
    'select symbol, at, rate from futures_funding order by symbol, at',
  )
const paidBy = (userId: string) =>
  db.query("select seq, amount from futures_bill where kind = 'funding' and user_id = $1", [userId])

it('pays each funding that fell due while it was down, once (futures 5)', async () => {
  const first = await start(DUE - 20_000)
  const userId = await openPosition(first)
  await kill(first)
  expect(await fundings()).toEqual([])

  // Eighteen hours: three times of funding, of which the first two have samples.
  await leaveSample()
  const later = DUE + 2 * SPAN + 2 * 3_600_000
  const second = await start(later)
  await second.clock.advance(13_000)
  await kill(second)
  const paid = await fundings()
  const times = (from: typeof paid) => from.map(({ at }) => Number(at))
  const isBtc = ({ symbol }: { readonly symbol: string }) => symbol === 'usdt/BTCUSDT'
  expect(times(paid.filter(isBtc))).toEqual([DUE, DUE + SPAN])
  expect(times(paid.filter((each) => !isBtc(each)))).toEqual(Array.from({ length: 7 }, () => DUE))
  const bills = await paidBy(userId)
  expect(bills).toHaveLength(2)

  const third = await start(later + 30_000)
  await third.clock.advance(13_000)
  const samples = `/v1/futures/public/funding/samples?symbol=BTCUSDT&at=${DUE}`
  const { data } = await third.gateway.visitor().get(samples)
  await kill(third)
  expect(data).toMatchObject({ from: DUE - SPAN, to: DUE, samples: [{}] })
  expect(await fundings()).toEqual(paid)
  expect(await paidBy(userId)).toEqual(bills)
  expect(await checkLedger(db)).toEqual([])
})
