import { createFlow } from '../../matching/commandTape.ts'
import { PAPER_FUNDS } from '../../paper/paperFunds.ts'
import type { ExchangeCommand, OrderRequest } from './command.ts'
import type { HouseRow } from './houseRows.ts'
import type { ExchangeState } from './state.ts'

/** Random but repeatable commands against a state, for model tests: users, house and paper mixed, small prices so that much trades. */
export function createCommandFlow(seed: number, { users = 4, symbols = ['BTCUSDT', 'SHIBUSDT'] }: { users?: number; symbols?: readonly string[] } = {}) {
  const next = createFlow(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  const MID = 60_000
  let at = 1_000
  let houseCount = 0

  function request(): OrderRequest {
    const side = pick(['buy', 'sell'] as const)
    const isMarket = next() < 0.25
    const byBudget = isMarket && next() < 0.5
    const sideways = below(21) - 10
    return {
      at,
      userId: `u${below(users)}`,
      clientOid: `c${below(1_000_000)}`,
      digest: 'd',
      symbol: pick(symbols),
      side,
      orderType: isMarket ? 'market' : 'limit',
      timeInForce: isMarket ? pick(['ioc', 'fok'] as const) : pick(['gtc', 'gtc', 'gtc', 'ioc', 'fok', 'post_only'] as const),
      prevention: pick(['none', 'maker', 'taker', 'both'] as const),
      ticks: isMarket ? (side === 'buy' ? MID * 2 : 1) : MID + sideways,
      lots: byBudget ? 0 : 1 + below(500),
      budget: byBudget ? MID * (1 + below(300)) + below(MID) : 0,
      makerPpm: pick([0, 200, 1000]),
      takerPpm: pick([500, 1000]),
    }
  }

  function paperPlace(): ExchangeCommand {
    const terms = request()
    const best = terms.side === 'buy' ? MID + 1 : MID - 1
    const lots = terms.budget > 0 ? 1 + below(Math.floor(terms.budget / (MID + 20))) : below(terms.lots + 1)
    const inReach = terms.side === 'buy' ? best <= terms.ticks : best >= terms.ticks
    const fills = inReach && lots > 0 ? [[best, lots] as const] : []
    const left = terms.budget > 0 ? 0 : terms.lots - (fills[0]?.[1] ?? 0)
    return { kind: 'paperPlace', ...terms, fills, bid: MID - 1, ask: MID + 1, rests: terms.orderType === 'limit' && left > 0, queueAhead: below(100) }
  }

  function houseRows(): HouseRow[] {
    return Array.from({ length: 1 + below(5) }, (): HouseRow => {
      const symbol = pick(symbols)
      if (next() < 0.3 && houseCount > 0) return [symbol, `h${below(houseCount)}`]
      return [symbol, `h${houseCount++}`, pick(['blg', 'slg', 'blg', 'slg', 'bmg', 'smg', 'bli'] as const), MID + below(21) - 10, 1 + below(400)]
    })
  }

  function ofOpenOrder(state: ExchangeState): ExchangeCommand | undefined {
    const order = [...state.orders.values()][below(state.orders.size)]
    if (!order) return undefined
    if (order.realm === 'live' || next() < 0.5) return { kind: 'cancel', at, orderId: order.id }
    return { kind: 'paperFill', at, orderId: order.id, lots: 1 + below(order.lots - order.filledLots) }
  }

  return (state: ExchangeState): ExchangeCommand => {
    at += below(5_000)
    const userId = `u${below(users)}`
    const draw = next()
    if (!state.paper.has(userId)) return { kind: 'paperOpen', at, userId, funds: PAPER_FUNDS }
    if (draw < 0.02) return { kind: 'grant', at, realm: 'live', userId, key: `g${below(400)}`, funds: { USDT: '500000000000', BTC: '100000000', SHIB: '5000000000000000000000' } }
    if (draw < 0.025) return { kind: 'paperReset', at, userId, funds: PAPER_FUNDS }
    if (draw < 0.03) return { kind: 'paperTopUp', at, userId, asset: 'USDT', atoms: '100000000000', day: Math.floor(at / 1e5) }
    if (draw < 0.035) return { kind: 'open', at, userId }
    if (draw < 0.3) return { kind: 'house', at, rows: houseRows() }
    if (draw < 0.45) return ofOpenOrder(state) ?? { kind: 'house', at, rows: houseRows() }
    if (draw < 0.6) return paperPlace()
    return { kind: 'place', ...request() }
  }
}
