import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { BUY, SELL, type PlaceOrder } from '../matching/command.ts'
import { createStateLoader, dumpState } from '../snapshots/stateParts.ts'
import { pairOf } from '../state/state.ts'
import { USDT_CONTRACTS } from './contracts.ts'
import type { Instrument } from './Instrument.ts'
import { requireSymbol } from './symbols.ts'

const PAIR = requireSymbol('BTCUSDT')
const CONTRACT = USDT_CONTRACTS[0]!
const INSTRUMENTS: readonly Instrument[] = [PAIR, CONTRACT]

const request = {
  kind: 'place',
  userId: 'ann',
  digest: 'd',
  symbol: PAIR.symbol,
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  prevention: 'taker',
  ticks: 5_000_000,
  lots: 10,
  budget: 0,
  makerPpm: 0,
  takerPpm: 0,
} as const

/** An exchange with a pair and a contract of one symbol, and funds for a user of it. */
function open() {
  const exchange = createExchange(INSTRUMENTS)
  const funds = { USDT: String(10n ** 14n) }
  exchange.execute({ kind: 'grant', at: 1, realm: 'live', userId: 'ann', key: 'g', funds })
  const contract = exchange.state.markets.get(CONTRACT.id)!
  const trade = (order: Pick<PlaceOrder, 'orderId' | 'account' | 'side'>) =>
    contract.engine.submit({
      kind: 'place',
      party: order.account,
      ticks: 600_000,
      lots: 5,
      budget: 0,
      timeInForce: 'gtc',
      prevention: 'none',
      ...order,
    })
  return { exchange, contract, trade }
}

describe('a pair and a contract of one symbol', () => {
  it('have books of their own (trading 3)', () => {
    const { exchange, contract } = open()
    exchange.execute({ ...request, at: 2, clientOid: 'a' })
    expect(pairOf(exchange.state, 'BTCUSDT').engine.book.size).toBe(1)
    expect(contract.engine.book.size).toBe(0)
    expect(() => pairOf(exchange.state, CONTRACT.id)).toThrow('not listed')
  })

  it('name their instrument in what the public sees (trading 3)', () => {
    const { exchange } = open()
    const outcome = exchange.execute({ ...request, at: 2, clientOid: 'a' })
    expect('effects' in outcome && outcome.effects.market).toMatchObject([
      { kind: 'level', instrumentId: 'BTCUSDT' },
    ])
  })

  it('keep positions in the contract only (trading 3)', () => {
    const { exchange, contract, trade } = open()
    trade({ orderId: 1, account: 7, side: SELL })
    trade({ orderId: 2, account: 8, side: BUY })
    expect([7, 8].map((account) => contract.engine.position(account))).toEqual([-5, 5])
    expect(pairOf(exchange.state, 'BTCUSDT').engine.dump().positions).toBeUndefined()
  })

  it('keep conditional orders apart (trading 3)', () => {
    const { exchange } = open()
    const trigger = { kind: 'stop', by: 'last', rises: false, ticks: 4_000_000 } as const
    exchange.execute({
      ...request,
      kind: 'wait',
      realm: 'live',
      at: 2,
      clientOid: 'a',
      orderType: 'stop_limit',
      triggers: [{ ...trigger, limit: 3_900_000, bound: 4_000_000, callback: 0, extreme: 0 }],
    })
    const { triggers } = exchange.state
    expect(triggers('live', PAIR.id)).toBeDefined()
    expect(triggers('live', CONTRACT.id)).toBeUndefined()
  })

  it('come back from a snapshot with their books and positions (trading 3)', () => {
    const { exchange, trade } = open()
    exchange.execute({ ...request, at: 2, clientOid: 'a' })
    trade({ orderId: 1, account: 7, side: SELL })
    trade({ orderId: 2, account: 8, side: BUY })
    trade({ orderId: 3, account: 8, side: SELL })
    const loader = createStateLoader(INSTRUMENTS)
    for (const part of dumpState(exchange.state)) loader.add(part)
    const { state, pairs } = loader.finish()
    expect(pairs).toEqual([PAIR.id, CONTRACT.id])
    for (const [id, { engine }] of state.markets)
      expect(engine.hash()).toBe(exchange.state.markets.get(id)?.engine.hash())
    expect(state.markets.get(CONTRACT.id)?.engine.position(8)).toBe(5)
  })
})
