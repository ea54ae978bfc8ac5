import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

let harness: Harness
let count = 2_000_000_000
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

interface Contract {
  readonly symbol: string
  readonly id: string
  readonly mark: number
  readonly places: number
  readonly funds: readonly [asset: string, atoms: bigint]
  /** Size of a lot, as text of so many lots. */
  readonly size: (lots: number) => string
  readonly lots: number
}

const CONTRACTS: readonly Contract[] = [
  {
    symbol: 'BTCUSDT',
    id: 'usdt/BTCUSDT',
    mark: 600_000,
    places: 1,
    funds: ['USDT', 10_000n * 10n ** 8n],
    size: (lots) => (lots / 1_000).toFixed(3),
    lots: 2_000,
  },
  {
    symbol: 'BTCUSD',
    id: 'coin/BTCUSD',
    mark: 600_000,
    places: 1,
    funds: ['BTC', 10n ** 8n],
    size: String,
    lots: 4_000,
  },
]

type Row = Record<string, unknown>
const call = <T = Row>(path: string, userId: string, options: Row = {}) =>
  harness.call<T>(`/v1/futures/${path}`, { userId, ...options })

async function newUser({ funds: [asset, atoms] }: Contract): Promise<string> {
  const userId = String((count += 1))
  const { service } = harness.trading
  const grant = { key: `g${userId}`, funds: { [asset]: String(atoms) } }
  service.run({ kind: 'grant', at: Date.now(), realm: 'live', userId, ...grant })
  const way = { from: 'spot', to: 'futures', asset, atoms: String(atoms) } as const
  const names = { clientOid: 'fund', digest: 'd' }
  service.run({ kind: 'walletMove', at: Date.now(), realm: 'live', userId, ...way, ...names })
  return userId
}

describe.each(CONTRACTS)('previews of $symbol', (contract) => {
  it.each([1, 2])('are what the order then makes, margin mode %i (futures F12)', async (mode) => {
    const chance = createFlow(70 + mode)
    const { symbol, id, mark, places } = contract
    const rows = [[id, mark, mark]] as const
    harness.trading.service.run({ kind: 'prices', at: Date.now(), rows })
    const [user, other] = [await newUser(contract), await newUser(contract)]
    for (const userId of [user, other])
      await call('account/marginMode', userId, { body: { symbol, marginMode: mode } })
    let compared = 0
    for (let step = 0; step < 30; step++) {
      const side = chance() < 0.6 ? 'buy' : 'sell'
      const ticks = mark + Math.floor((chance() - 0.5) * 2_000)
      const order = {
        symbol,
        side,
        price: (ticks / 10 ** places).toFixed(places),
        size: contract.size(1 + Math.floor(chance() * contract.lots)),
      }
      const maker = { ...order, side: side === 'buy' ? 'sell' : 'buy', orderType: 'limit' }
      const offered = await harness.refusal('/v1/futures/order/place', {
        userId: other,
        body: maker,
      })
      if (offered.code !== '0') continue
      const preview = await call('order/preview', user, { query: order })
      const body = { ...order, orderType: 'limit' }
      const { code } = await harness.refusal('/v1/futures/order/place', { userId: user, body })
      const isTaken = Number(preview['maxOpen']) >= Number(order.size)
      expect([code, isTaken]).toEqual(
        isTaken ? ['0', true] : [expect.not.stringMatching('^0$'), false],
      )
      await call('order/cancelAll', other, { body: {} })
      if (code !== '0') continue
      const [position] = await call<readonly Row[]>('position/list', user, { query: { symbol } })
      expect(preview['liquidationPrice']).toBe(position?.['liquidationPrice'] ?? null)
      if (position) expect(preview['marginRatio']).toBe(position['marginRatio'])
      compared++
    }
    expect(compared).toBeGreaterThan(5)
  })
})
