import type { Page, Protection, ProtectionMovement } from '@x/api'
import { browserClock } from '@x/kit/browser'
import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import { silentLog } from '../../platform/log/Log.ts'
import type { GatewayModule, GatewayRequest } from '../../platform/http/route.ts'
import { createProtectionModule } from './module.ts'
import { feesTaken } from './queries.ts'

const [ANN, BEN] = ['1000000001', '1000000002'] as const
const EVERY = 1_000

let harness: Harness
let fund: GatewayModule
const timers = createManualClock()

const read = async <T>(path: string, query: Readonly<Record<string, string>> = {}) => {
  const found = fund.routes?.find((each) => each.path === path)
  if (!found) throw new Error(`There is no ${path}.`)
  return (await found.handler({ query, body: {} } as unknown as GatewayRequest)) as T
}
const place = (userId: string, side: 'buy' | 'sell') =>
  harness.call('/v1/spot/order/place', {
    userId,
    body: {
      symbol: 'ETHUSDT',
      orderType: 'limit',
      clientOid: crypto.randomUUID(),
      side,
      price: '3000',
      size: '1',
    },
  })
const trade = async () => {
  await place(BEN, 'sell')
  await place(ANN, 'buy')
  await harness.trading.service.core.settled()
}
/** Lets a look at the fees come and its command reach the ledger. */
const look = async () => {
  await timers.advance(EVERY)
  await fund.stop?.()
  await harness.trading.service.core.settled()
  await start()
}
const start = async () => {
  fund = createProtectionModule({
    trading: harness.trading,
    db: harness.db,
    clock: timers,
    log: silentLog,
    everyMs: EVERY,
  })
  await fund.start?.()
}

beforeAll(async () => {
  harness = await openHarness({ clock: browserClock() })
  for (const id of [ANN, BEN]) {
    await harness.db.query(
      `insert into users (id, email, password_hash, role, created_at)
        values ($1::text, $1::text || '@example.com', 'x', 'trader', 0)`,
      [id],
    )
    await harness.trading.seedDemo(id)
  }
  harness.market.print({ symbol: 'ETHUSDT', ticks: 300_000, lots: 1, takerSide: 'buy' })
  await start()
})
afterAll(async () => {
  await fund.stop?.()
  await harness.close()
})

describe('the protection fund (wallet 7)', () => {
  it('sets 2 % of the fees aside, each once', async () => {
    await trade()
    const fees = await feesTaken(harness.db)
    expect(fees.length).toBeGreaterThan(0)
    await look()
    await look()
    for (const { fees: taken, setAside } of await feesTaken(harness.db))
      expect(setAside).toBe((taken * 2n) / 100n)
    const { percent, balances } = await read<Protection>('/v1/protection')
    expect([percent, balances.length]).toEqual(['2', fees.length])
  })

  it('adds what later fees bring, and shows each movement', async () => {
    const before = await read<Page<ProtectionMovement>>('/v1/protection/history')
    await trade()
    await look()
    const page = await read<Page<ProtectionMovement>>('/v1/protection/history', { limit: '1' })
    const rest = await read<Page<ProtectionMovement>>('/v1/protection/history', {
      cursor: page.next ?? '',
    })
    expect(page.items.length + rest.items.length).toBe(before.items.length * 2)
    expect(page.items[0]).toMatchObject({ direction: 'in' })
  })

  it('refuses a cursor that the list did not give', async () => {
    await expect(read('/v1/protection/history', { cursor: 'x' })).rejects.toMatchObject({
      code: '40010',
    })
  })

  it('leaves the ledger sound, and a restart pays nothing again', async () => {
    const before = await read<Protection>('/v1/protection')
    await fund.stop?.()
    await harness.restartFromJournal()
    await start()
    await look()
    expect(await read<Protection>('/v1/protection')).toEqual(before)
    expect(await checkLedger(harness.db)).toEqual([])
  })
})
