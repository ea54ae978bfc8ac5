import { valueOf } from '../../instruments/contractTerms.ts'
import { larger } from '../../instruments/rounding.ts'
import type { PositionSide } from '../../accounts/owner.ts'
import type { FuturesOrder } from '../../state/futuresOrder.ts'
import { positionKey, type FuturesAccount, type FuturesPosition } from '../../state/futuresState.ts'
import { contractOf, type ExchangeState } from '../../state/state.ts'
import { BTC, COIN, ETH } from './futuresFixture.ts'
import { equityOf, groupsOf, requirementOf, walletOf } from '../margin.ts'

/** Ticks around which marks are drawn, and lots of about 600 USD. */
const START: Readonly<Record<string, readonly [mark: number, lots: number]>> = {
  [BTC]: [600_000, 10],
  [ETH]: [300_000, 200],
  [COIN]: [600_000, 6],
}
const SYMBOLS = Object.keys(START)

/**
 * An account by chance in either mode, with positions and orders in linear and inverse contracts,
 * cross and isolated, whose wallets often hold about what is required. Sets the marks too.
 */
export function drawAccount(state: ExchangeState, next: () => number): FuturesAccount {
  const below = (limit: number) => Math.floor(next() * limit)
  const account: FuturesAccount = {
    realm: 'live',
    userId: 'u',
    mode: next() < 0.5 ? 'one_way' : 'two_way',
    settings: new Map(),
    positions: new Map(),
    orders: new Set(),
  }
  for (const symbol of SYMBOLS) {
    const [start] = START[symbol]!
    const mark = Math.round(start * (0.5 + next()))
    state.futures.prices.set(symbol, { mark, index: mark, at: 1, isFresh: true })
    if (next() < 0.35) continue
    account.settings.set(symbol, {
      marginMode: next() < 0.5 ? 'cross' : 'isolated',
      leverage: 1 + below(125),
    })
    const sides: readonly PositionSide[] = account.mode === 'one_way' ? ['net'] : ['long', 'short']
    for (const side of sides) {
      if (next() < 0.7) account.positions.set(positionKey(symbol, side), position(symbol, side))
      while (next() < 0.3) account.orders.add(order(symbol, side))
    }
  }
  fillWallets()
  return account

  /** Small, usual and so large that they lie in the highest tiers. */
  function lotsOf(symbol: string): number {
    const [, lots] = START[symbol]!
    return 1 + below(lots * 10 ** below(6))
  }

  function ticksNear(symbol: string, share: number): number {
    const { mark = 0 } = state.futures.prices.get(symbol) ?? {}
    return Math.max(1, Math.round(mark * (1 + (next() - 0.5) * share)))
  }

  function position(symbol: string, side: PositionSide): FuturesPosition {
    const { terms } = contractOf(state, symbol)
    const isLong = side === 'net' ? next() < 0.5 : side === 'long'
    const lots = isLong ? lotsOf(symbol) : -lotsOf(symbol)
    const cost = valueOf(terms, lots, ticksNear(symbol, 0.3))
    const size = cost < 0n ? -cost : cost
    const settled = next() < 0.3 ? size / BigInt(10 + below(1_000)) : 0n
    const numbers = { result: 0n, fees: 0n, funding: 0n, openedAt: 1, updatedAt: 1, closedLots: 0 }
    return {
      ...numbers,
      id: 1,
      realm: 'live',
      userId: 'u',
      symbol,
      side,
      lots,
      cost,
      settled,
      openedLots: Math.abs(lots),
      openedValue: size,
    }
  }

  function order(symbol: string, positionSide: PositionSide): FuturesOrder {
    const side = next() < 0.5 ? 'buy' : 'sell'
    const closes = positionSide === (side === 'buy' ? 'short' : 'long')
    const lots = lotsOf(symbol)
    return {
      product: 'futures',
      id: account.orders.size + 1,
      realm: 'live',
      userId: 'u',
      clientOid: `o${account.orders.size}`,
      symbol,
      side,
      positionSide,
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'taker',
      ticks: ticksNear(symbol, 0.1),
      lots,
      reduceOnly: closes || (positionSide === 'net' && next() < 0.2),
      atMarket: false,
      makerPpm: 200,
      takerPpm: 600,
      createdAt: 1,
      updatedAt: 1,
      season: 0,
      queueAhead: 0,
      status: 'open',
      filledLots: below(lots),
      filledTickLots: 0n,
      fee: 0n,
      result: 0n,
    }
  }

  /** From nothing over what is just required to much more. */
  function fillWallets(): void {
    for (const group of groupsOf(state, account)) {
      const gained = equityOf(state, group) - walletOf(state, group)
      const percent = BigInt(next() < 0.7 ? 40 + below(80) : below(3_000))
      const wanted = (requirementOf(state, group) * percent) / 100n - gained
      const wallet = state.accounts.of('live', group.owner, group.asset)
      wallet.balance = larger(0n, wanted + BigInt(below(5) - 2))
    }
  }
}
