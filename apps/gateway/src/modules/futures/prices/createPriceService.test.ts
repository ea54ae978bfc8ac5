import { createManualClock } from '@x/kit/testing'
import { fundingRate } from '@x/trading/futures'
import { describe, expect, it } from 'vitest'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import { createDisplayedMarket } from '../../market-data/book/createDisplayedMarket.ts'
import { ownQuote } from './constituents.ts'
import {
  createContractPrices,
  type DueFunding,
  type PremiumSample,
  type PriceRow,
} from './createContractPrices.ts'
import { createFundingInterval } from './createFundingInterval.ts'
import { createPriceService, pricesCommand } from './createPriceService.ts'
import { pricedContract } from './PricedContract.ts'

const contractOf = (id: string) =>
  pricedContract(CONTRACTS.find((one) => one.id === id) ?? raise(id))
const BTC = contractOf('usdt/BTCUSDT')
const COIN = contractOf('coin/BTCUSD')

/** A spot pair and a contract on one clock; the spot price is in hundredths. */
function open({
  startAt = Date.UTC(2026, 0, 5, 7),
  contract = BTC,
  hadPrices = false,
  takes = () => true,
}: {
  readonly startAt?: number
  readonly contract?: typeof BTC
  readonly hadPrices?: boolean
  /** Whether a funding is paid now. */
  readonly takes?: () => boolean
} = {}) {
  const clock = createManualClock(startAt)
  const market = createDisplayedMarket({
    symbols: ['BTCUSDT', contract.id],
    liveTrading: true,
  })
  const batches: { readonly at: number; readonly rows: readonly PriceRow[] }[] = []
  const samples: PremiumSample[] = []
  const fundings: DueFunding[] = []
  const pair = { symbol: 'BTCUSDT', pricePlace: 2 }
  const service = createPriceService({
    clock,
    contracts: [
      {
        contract,
        market,
        hadPrices,
        quotes: (at) => [ownQuote(market, { pair, at })].filter((quote) => quote !== undefined),
      },
    ],
    listener: {
      prices(rows, at) {
        batches.push({ at, rows })
      },
      premium: (sample) => void samples.push(sample),
      funding(due) {
        fundings.push(due)
        return takes()
      },
    },
  })
  let spot: readonly [number, number] | undefined
  const setSpot = (middle: number) => {
    for (const [at, side] of [
      [spot?.[0], 'buy'],
      [spot?.[1], 'sell'],
    ] as const)
      if (at !== undefined) market.onLevel('BTCUSDT', side, at, 0)
    spot = [middle * 100 - 100, middle * 100 + 100]
    market.onLevel('BTCUSDT', 'buy', spot[0], 1)
    market.onLevel('BTCUSDT', 'sell', spot[1], 1)
  }
  const setFutures = (bid: number, ask: number, lots = 1_000_000) => {
    market.rebuild(contract.id)
    market.onLevel(contract.id, 'buy', bid, lots)
    market.onLevel(contract.id, 'sell', ask, lots)
  }
  service.start()
  const marks = () => batches.map(({ rows }) => rows[0]?.mark)
  return { clock, market, service, batches, samples, fundings, setSpot, setFutures, marks }
}

describe('a clock that is set back', () => {
  const market = createDisplayedMarket({ symbols: [BTC.id], liveTrading: true })
  const startedAt = Date.UTC(2026, 0, 5, 7)

  it('keeps a mark away for ten seconds, not until it is back (futures 5)', () => {
    let isThere = true
    const quotes = (at: number) =>
      isThere ? [{ name: 'own', price: '60000', weight: '1', at }] : []
    const prices = createContractPrices({ contract: BTC, quotes, market, startedAt })
    const markAt = (seconds: number) => prices.second(startedAt + seconds * 1_000)?.mark ?? -1
    expect(markAt(0)).toBeGreaterThan(0)
    isThere = false
    expect(markAt(60)).toBe(0)
    isThere = true
    expect([markAt(61), markAt(70)]).toEqual([0, 0])
    expect(markAt(71)).toBeGreaterThan(0)
    expect([markAt(-3_600), markAt(-3_591)]).toEqual([0, 0])
    expect(markAt(-3_590)).toBeGreaterThan(0)
  })

  it('pays no funding a second time that was paid before (futures 5)', () => {
    const paidTo = Date.UTC(2026, 0, 5, 8)
    const interval = createFundingInterval({ contract: BTC, startedAt, known: { paidTo } })
    interval.add('0.001')
    interval.passTo(paidTo)
    expect(interval.ended()).toBeUndefined()
    interval.add('0.001')
    interval.passTo(paidTo + 8 * 3_600_000)
    expect(interval.ended()).toMatchObject({ at: paidTo + 8 * 3_600_000 })
  })
})

describe('createPriceService', () => {
  it('sends a row on each full second, mark and index in ticks (futures 5)', async () => {
    const startAt = Date.UTC(2026, 0, 5, 7, 0, 0, 345)
    const { clock, batches, setSpot, setFutures } = open({ startAt })
    setSpot(60_000)
    setFutures(600_100, 600_120)
    await clock.advance(2_700)
    expect(batches).toEqual(
      [1_000, 2_000, 3_000].map((ms) => ({
        at: Date.UTC(2026, 0, 5, 7) + ms,
        // Funded 60000·(1 + 0.0001·…), followed 60011, last as the index 60000: the middle one.
        rows: [{ symbol: 'usdt/BTCUSDT', mark: 600_007, index: 600_000 }],
      })),
    )
  })

  it('averages the basis of thirty seconds (futures 5)', async () => {
    const { clock, market, setSpot, setFutures, marks } = open()
    setSpot(60_000)
    setFutures(600_000, 600_020)
    market.setLast('usdt/BTCUSDT', 600_900)
    await clock.advance(30_000)
    expect(marks().at(-1)).toBe(600_010)
    setFutures(600_300, 600_320)
    await clock.advance(15_000)
    // Fifteen samples of 1 and fifteen of 31.
    expect(marks().at(-1)).toBe(600_160)
    await clock.advance(15_000)
    expect(marks().at(-1)).toBe(600_310)
  })

  it('keeps the mark within five per cent of the index (futures 5)', async () => {
    const { clock, market, setSpot, setFutures, marks } = open()
    setSpot(60_000)
    setFutures(700_000, 700_020)
    market.setLast('usdt/BTCUSDT', 700_010)
    await clock.advance(1_000)
    expect(marks()).toEqual([630_000])
  })

  it('has no mark without an index until ten seconds after (futures 5)', async () => {
    const { clock, market, batches, samples, setSpot, setFutures, marks } = open()
    setSpot(60_000)
    setFutures(600_000, 600_020)
    await clock.advance(2_000)
    expect(marks().every((mark) => mark !== 0)).toBe(true)
    market.setStatus('BTCUSDT', 'paused')
    await clock.advance(20_000)
    // The stale row is sent once, with the last index.
    expect(batches.slice(2).map(({ rows }) => rows[0])).toEqual([
      { symbol: 'usdt/BTCUSDT', mark: 0, index: 600_000 },
    ])
    expect(samples).toEqual([])
    market.setStatus('BTCUSDT', 'trading')
    await clock.advance(10_000)
    expect(batches).toHaveLength(3)
    await clock.advance(1_000)
    expect(marks().at(-1)).toBeGreaterThan(0)
  })

  it('waits after a restart too, but not at a first start (futures 5)', async () => {
    const first = open()
    first.setSpot(60_000)
    await first.clock.advance(1_000)
    expect(first.marks()[0]).toBeGreaterThan(0)
    const again = open({ hadPrices: true })
    again.setSpot(60_000)
    await again.clock.advance(11_000)
    expect(again.marks()).toEqual([0, expect.any(Number)])
  })

  it('sends nothing before a first index (futures 5)', async () => {
    const { clock, batches, service } = open()
    await clock.advance(5_000)
    expect(batches).toEqual([])
    expect(service.now('usdt/BTCUSDT')).toBeUndefined()
  })
})

describe('funding of the price service', () => {
  it('takes the premium each five seconds from impact prices (futures 5)', async () => {
    const { clock, samples, setSpot, setFutures } = open()
    setSpot(60_000)
    // The impact notional of 25,000 USDT takes both levels of the bid.
    setFutures(600_600, 600_900)
    await clock.advance(10_000)
    expect(samples.map(({ at }) => at % 60_000)).toEqual([5_000, 10_000])
    expect(samples[0]).toMatchObject({
      symbol: 'usdt/BTCUSDT',
      index: 600_000,
      impactBid: '60060.0000000000',
      impactAsk: '60090.0000000000',
      premium: '0.00100000',
    })
    setFutures(600_600, 600_900, 1)
    await clock.advance(5_000)
    expect(samples[2]).toMatchObject({ impactBid: null, impactAsk: null, premium: '0.00000000' })
  })

  it('counts inverse lots by their nominal value (futures 1, futures 5)', async () => {
    const { clock, samples, setSpot, setFutures } = open({ contract: COIN })
    setSpot(60_000)
    setFutures(600_600, 600_900, 249)
    await clock.advance(5_000)
    expect(samples[0]).toMatchObject({ impactBid: null })
    setFutures(600_600, 600_900, 250)
    await clock.advance(5_000)
    expect(samples[1]).toMatchObject({ impactBid: '60060.0000000000', premium: '0.00100000' })
  })

  it('shows the rate of the premiums so far, with a countdown (futures 5)', async () => {
    const { clock, samples, service, setSpot, setFutures } = open()
    setSpot(60_000)
    setFutures(600_600, 600_900)
    await clock.advance(5_000)
    setFutures(599_100, 599_400)
    await clock.advance(5_000)
    const premiums = samples.map(({ premium }) => premium)
    expect(premiums).toEqual(['0.00100000', '-0.00100000'])
    const rate = fundingRate({ premiums, maxLeverage: '125', mm: '0.004' })
    expect(service.now('usdt/BTCUSDT')?.funding).toEqual({
      rate,
      nextAt: Date.UTC(2026, 0, 5, 8),
      msLeft: 3_590_000,
    })
  })

  it('is due each eight hours at the mark of that second (futures 5)', async () => {
    const { clock, batches, fundings, service, setSpot, setFutures } = open({
      startAt: Date.UTC(2026, 0, 5, 7, 59, 48),
    })
    setSpot(60_000)
    setFutures(600_600, 600_900)
    await clock.advance(15_000)
    const at = Date.UTC(2026, 0, 5, 8)
    // Two premiums of 0.1 %; the interest part pulls by at most 0.05 %.
    expect(fundings).toEqual([
      {
        symbol: 'usdt/BTCUSDT',
        rate: '0.00050000',
        mark: batches.find((batch) => batch.at === at)?.rows[0]?.mark,
        at,
      },
    ])
    expect(service.now('usdt/BTCUSDT')?.funding).toMatchObject({
      rate: '0.00050000',
      nextAt: Date.UTC(2026, 0, 5, 16),
    })
  })

  it('pays no funding without a mark until there is one (futures 5)', async () => {
    const { clock, market, fundings, setSpot, setFutures } = open({
      startAt: Date.UTC(2026, 0, 5, 7, 59, 48),
    })
    setSpot(60_000)
    setFutures(600_600, 600_900)
    await clock.advance(8_000)
    market.setStatus('BTCUSDT', 'paused')
    await clock.advance(10_000)
    expect(fundings).toEqual([])
    market.setStatus('BTCUSDT', 'trading')
    await clock.advance(12_000)
    expect(fundings).toMatchObject([{ at: Date.UTC(2026, 0, 5, 8) }])
  })

  it('offers a funding again until it is paid (futures 5)', async () => {
    let isPaused = true
    const { clock, fundings, setSpot, setFutures } = open({
      startAt: Date.UTC(2026, 0, 5, 7, 59, 53),
      takes: () => !isPaused,
    })
    setSpot(60_000)
    setFutures(600_600, 600_900)
    await clock.advance(9_000)
    const due = { at: Date.UTC(2026, 0, 5, 8), rate: '0.00050000' }
    expect(fundings).toMatchObject([due, due, due])
    isPaused = false
    await clock.advance(3_000)
    expect(fundings).toMatchObject([due, due, due, due])
  })
})

it('sends a second to the exchange as one command (futures 5)', () => {
  const rows = [{ symbol: 'usdt/BTCUSDT', mark: 600_007, index: 600_000 }]
  expect(pricesCommand(rows, 5)).toEqual({
    kind: 'prices',
    at: 5,
    rows: [['usdt/BTCUSDT', 600_007, 600_000]],
  })
  expect(COIN).toEqual({
    id: 'coin/BTCUSD',
    pricePlace: 1,
    quantityPlace: 0,
    nominal: '100',
    maxLeverage: '125',
    maintenance: '0.004',
    fundingHours: 8,
  })
})

function raise(id: string): never {
  throw new Error(`no contract ${id}`)
}
