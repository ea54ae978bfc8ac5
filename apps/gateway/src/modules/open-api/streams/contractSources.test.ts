import { describe, expect, it } from 'vitest'
import type { Effects, Liquidation } from '../../../exchange/state/effects.ts'
import type { FuturesPrices } from '../../futures/module.ts'
import { contractFill, contractOrder, sampleEffects } from '../testing/sampleOrders.ts'
import { NOON, sampleMarket } from '../testing/sampleMarket.ts'
import { openContractSource } from './contractSources.ts'
import { readStreamName } from './streamName.ts'

type Mark = ReturnType<FuturesPrices['of']>
type Marks = Readonly<Record<string, Mark>>
const NO_PRICE: Mark = { mark: null, index: null, rate: null, nextAt: 0, openInterest: '0' }

function open(name: string, marks: Marks = {}) {
  const spec = readStreamName(name, 'futures')
  if (!spec) throw new RangeError(`There is no stream ${name}.`)
  const listeners = new Set<(effects: Effects) => void>()
  const { clock } = sampleMarket()
  const source = openContractSource(spec as Parameters<typeof openContractSource>[0], {
    clock,
    contracts: {
      prices: {
        candles: undefined,
        of: ({ symbol }) => marks[symbol] ?? NO_PRICE,
      },
      onEffects(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
  })
  return {
    source,
    next: () => source.next(),
    publish(effects: Effects) {
      for (const listener of listeners) listener(effects)
    },
  }
}

describe('the stream of mark prices', () => {
  const BTC = { mark: '60000.1', index: '60001.0', rate: '0.00010000', nextAt: NOON + 1 }
  const marks = { BTCUSDT: { ...NO_PRICE, ...BTC } }
  const event = {
    e: 'markPriceUpdate',
    E: NOON,
    s: 'BTCUSDT',
    p: '60000.1',
    i: '60001.0',
    P: '60000.1',
    r: '0.00010000',
    T: NOON + 1,
  }

  it('shows one contract as often as its name says', () => {
    const slow = open('btcusdt@markPrice', marks)
    const fast = open('btcusdt@markPrice@1s', marks)
    expect([slow.source.everyMs, fast.source.everyMs]).toEqual([3_000, 1_000])
    expect([slow.next(), fast.next()]).toEqual([[event], [event]])
  })

  it('shows all contracts that have a price in one event', () => {
    expect(open('!markPrice@arr@1s', marks).next()).toEqual([[event]])
    expect(open('!markPrice@arr').next()).toEqual([[]])
  })

  it('shows nothing of a contract without an index', () => {
    const stale = { BTCUSDT: { ...NO_PRICE, ...BTC, index: null } }
    expect(open('btcusdt@markPrice', stale).next()).toEqual([])
  })

  it('shows a rate of zero before there is one', () => {
    const early = { BTCUSDT: { ...NO_PRICE, ...BTC, rate: null } }
    expect(open('btcusdt@markPrice', early).next()).toMatchObject([{ r: '0' }])
  })
})

const order = contractOrder({ orderType: 'liquidation', side: 'sell', userId: '7' })
const step = (fields: Partial<Liquidation> = {}): Liquidation => ({
  id: 1,
  realm: 'live',
  userId: '7',
  wallet: 'futures',
  asset: 'USDT',
  step: 'reduce',
  equity: 0n,
  requirement: 1n,
  traded: { symbol: 'usdt/BTCUSDT', side: 'net', lots: 10, ticks: 590_000 },
  prices: [],
  at: NOON - 5,
  ...fields,
})
const record = (liquidation: Liquidation, fills = [contractFill(order, { lots: 10 })]) =>
  sampleEffects({
    futures: {
      orders: [],
      fills,
      positions: [],
      accounts: [],
      moves: [],
      liquidations: [liquidation],
    },
  })

describe('the stream of liquidations', () => {
  it('shows the order without its user', () => {
    const { publish, next } = open('btcusdt@forceOrder')
    publish(
      record(step(), [
        contractFill(order, { lots: 4, ticks: 590_000 }),
        contractFill(order, { lots: 6, ticks: 590_010 }),
      ]),
    )
    const events = next()
    expect(events).toEqual([
      {
        e: 'forceOrder',
        E: NOON,
        o: {
          s: 'BTCUSDT',
          S: 'SELL',
          o: 'LIMIT',
          f: 'IOC',
          q: '0.010',
          p: '59000.0',
          // 4 at 59,000.0 and 6 at 59,001.0
          ap: '59000.6',
          X: 'FILLED',
          l: '0.010',
          z: '0.010',
          T: NOON - 5,
        },
      },
    ])
    expect(JSON.stringify(events)).not.toContain('"7"')
    expect(next()).toEqual([])
  })

  it('says when only a part of it was filled', () => {
    const { publish, next } = open('btcusdt@forceOrder')
    publish(record(step(), [contractFill(order, { lots: 4 })]))
    expect(next()).toMatchObject([{ o: { X: 'PARTIALLY_FILLED', q: '0.010', z: '0.004' } }])
  })

  it.each([
    [10, 'SELL', '0.010'],
    [-10, 'BUY', '0.010'],
  ])('closes a position of %i lots that nobody took by a %s', (lots, S, q) => {
    const { publish, next } = open('btcusdt@forceOrder')
    const traded = { symbol: 'usdt/BTCUSDT', side: 'net', lots, ticks: 590_000 } as const
    publish(record(step({ traded }), []))
    expect(next()).toMatchObject([{ o: { S, q, ap: '0.0', z: '0.000' } }])
  })

  it.each([
    [
      'of another contract',
      step({ traded: { symbol: 'usdt/ETHUSDT', side: 'net', lots: 1, ticks: 1 } }),
    ],
    ['of a paper account', step({ realm: 'paper' })],
    [
      'with margin in coin',
      step({ traded: { symbol: 'coin/BTCUSD', side: 'net', lots: 1, ticks: 1 } }),
    ],
  ])('shows none %s', (_which, liquidation) => {
    const { publish, next } = open('btcusdt@forceOrder')
    publish(record(liquidation))
    expect(next()).toEqual([])
  })

  it('shows none of a step that trades nothing', () => {
    const { traded: _, ...idle } = step()
    const { publish, next } = open('!forceOrder@arr')
    publish(record(idle))
    publish(sampleEffects())
    expect(next()).toEqual([])
  })

  it("counts another user's fills of the same record to nobody", () => {
    const other = contractOrder({ orderType: 'liquidation', side: 'buy', userId: '8' })
    const { publish, next } = open('!forceOrder@arr')
    publish(record(step(), [contractFill(order, { lots: 4 }), contractFill(other, { lots: 6 })]))
    expect(next()).toMatchObject([{ o: { S: 'SELL', z: '0.004' } }])
  })

  it('ends with the stream', () => {
    const { source, publish, next } = open('!forceOrder@arr')
    source.stop?.()
    publish(record(step()))
    expect(next()).toEqual([])
  })
})

it('shows nothing where no contracts are traded', () => {
  const { clock } = sampleMarket()
  expect(openContractSource({ kind: 'allForceOrders' }, { clock }).next()).toEqual([])
})
