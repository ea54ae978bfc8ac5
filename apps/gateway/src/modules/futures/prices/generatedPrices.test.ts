import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { expect, it } from 'vitest'
import { createExchange } from '../../../exchange/createExchange.ts'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { createExchangeHouseAccount } from '../../../testing/createExchangeHouseAccount.ts'
import { silentLog } from '../../../platform/log/Log.ts'
import { createDisplayedMarket } from '../../market-data/book/createDisplayedMarket.ts'
import { pairOf } from '../../market-data/generator/contractFlows.ts'
import { openSource } from '../../market-data/openSource.ts'
import { ownQuote } from './constituents.ts'
import { createPriceService, pricesCommand } from './createPriceService.ts'
import { pricedContract } from './PricedContract.ts'

const INSTRUMENTS = [...SPOT_SYMBOLS, ...CONTRACTS]

/** The generator trades in the engines of an exchange, whose books make the prices. */
function openMarket() {
  const clock = createManualClock(Date.UTC(2026, 0, 5, 7))
  const exchange = createExchange(INSTRUMENTS)
  const displayed = createDisplayedMarket({
    symbols: INSTRUMENTS.map(({ id }) => id),
    liveTrading: true,
  })
  const houseAccount = createExchangeHouseAccount({ exchange, displayed, now: () => clock.now() })
  const source = openSource(
    { source: 'generator' },
    { symbols: SPOT_SYMBOLS, contracts: CONTRACTS },
  ).begin({
    displayed,
    clock,
    random: createSeededRandom(1),
    log: silentLog,
    houseAccount,
    lastTicks: () => undefined,
    onFirst() {},
    onBack() {},
  })
  const service = createPriceService({
    clock,
    contracts: CONTRACTS.map((instrument) => {
      const { symbol, multiple } = pairOf(instrument)
      const { pricePlace } = SPOT_SYMBOLS.find((spec) => spec.symbol === symbol) ?? raise(symbol)
      const pair = { symbol, pricePlace, multiple }
      return {
        contract: pricedContract(instrument),
        market: displayed,
        quotes: (at) => [ownQuote(displayed, { pair, at })].filter((quote) => quote !== undefined),
      }
    }),
    listener: {
      prices: (rows, at) => void exchange.execute(pricesCommand(rows, at)),
    },
  })
  return { clock, exchange, displayed, source, service }
}

it('keeps prices of generated contracts near their pairs (futures 5)', async () => {
  const { clock, exchange, displayed, source, service } = openMarket()
  source.start()
  service.start()
  await clock.advance(4_000)
  service.stop()
  source.stop()
  for (const { id, symbol } of CONTRACTS) {
    const price = exchange.state.futures.prices.get(id)
    expect(price, symbol).toMatchObject({ isFresh: true, at: Date.UTC(2026, 0, 5, 7, 0, 4) })
    const { mark = 0, index = 0 } = price ?? {}
    expect(Math.abs(mark / index - 1), symbol).toBeLessThan(0.002)
    const { bids, asks } = displayed.book(id, 1)
    expect(bids[0]?.[0], symbol).toBeLessThan(asks[0]?.[0] ?? 0)
    expect(service.now(id)?.funding.nextAt).toBe(Date.UTC(2026, 0, 5, 8))
  }
  // Market makers trade for one account: the lots of a contract add up to nothing (futures F1).
  expect(displayed.lastTicks('usdt/BTCUSDT')).toBeGreaterThan(0)
  expect(
    [...exchange.state.futures.accounts.values()].flatMap((one) => [...one.positions]),
  ).toEqual([])
})

function raise(symbol: string): never {
  throw new Error(`no pair ${symbol}`)
}
