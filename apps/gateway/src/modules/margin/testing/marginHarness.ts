import { randomUUID } from 'node:crypto'
import { browserClock } from '@x/kit/browser'
import { openHarness, type Harness, type HarnessOptions } from '../../../testing/tradingHarness.ts'

export const [ANN, BOB] = ['1000000001', '1000000002'] as const
const BASE = 10n ** 8n
const HOUR = 3_600_000

let shift = 0
/** The time of these tests: half past an hour at first, as each hour that begins is charged. */
export const now = (): number => Date.now() + shift
export const marginClock = { ...browserClock(), now }

/** A market at 60,000 with a deep book, 10,000 USDT for each user, and a pool, in both realms. */
export async function openMarginHarness(options: HarnessOptions = {}): Promise<Harness> {
  shift = HOUR / 2 - (Date.now() % HOUR)
  const harness = await openHarness({ clock: marginClock, ...options })
  harness.market.print({ symbol: 'BTCUSDT', ticks: 6_000_000, lots: 1, takerSide: 'buy' })
  for (const [side, ticks] of [
    ['buy', 5_999_000],
    ['sell', 6_000_000],
  ] as const)
    harness.trading.houseAccount.submit([
      {
        kind: 'place',
        symbol: 'BTCUSDT',
        orderName: `quote-${side}`,
        side,
        orderType: 'limit',
        timeInForce: 'gtc',
        ticks,
        lots: 1_000_000,
      },
    ])
  const { service } = harness.trading
  for (const realm of ['live', 'paper'] as const) {
    const at = now()
    for (const userId of [ANN, BOB]) {
      const funds = { USDT: String(10_000n * BASE) }
      service.run({ kind: 'grant', at, realm, userId, key: `${realm}${userId}`, funds })
    }
    const atoms = String(50_000_000n * BASE)
    service.run({ kind: 'poolSeed', at, realm, key: 'USDT', asset: 'USDT', atoms })
  }
  return harness
}

export const oid = () => ({ clientOid: randomUUID() })

export const move = (amount: string, to = 'margin') => ({
  from: 'spot',
  to,
  asset: 'USDT',
  amount,
  ...oid(),
})

export const loan = (amount: string, asset = 'USDT') => ({ asset, amount, ...oid() })

/** Index prices as the driver sends them; `btc` in USDT. */
export const setPrices = ({ trading }: Pick<Harness, 'trading'>, btc = 60_000): void => {
  trading.service.run({
    kind: 'marginPrices',
    at: now(),
    rows: [
      ['USDT', '100000000'],
      ['BTC', String(BigInt(btc) * BASE)],
    ],
    rates: [
      ['USDT', 1_262_790],
      ['BTC', 547_950],
    ],
  })
}
