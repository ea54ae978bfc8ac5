import { describe, expect, it } from 'vitest'
import { available } from './accounts/accounts.ts'
import { mayGoNegative, spotOwner } from './accounts/owner.ts'
import { SPOT_SYMBOLS } from './instruments/symbols.ts'
import { createAccountMoves, runAccountMove } from '../testing/accountMoves.ts'
import { checkLegs } from '../testing/checkLegs.ts'
import { createCommandFlow, FLOW_HOLDERS } from '../testing/exchangeCommandGenerator.ts'
import { createExchange, type Exchange } from './createExchange.ts'
import type { Effects } from './state/effects.ts'
import { orderKey, pairOf } from './state/state.ts'
import { unitsOf, type SpotOrder } from './state/order.ts'
import { copyState, stateText } from '../testing/stateText.ts'

/** Histories that are played; by hand there may be more. */
const seeds = Number(process.env['EXCHANGE_SEEDS'] ?? 3)
const STEPS = 1_500
const SEEDS = Array.from({ length: seeds }, (_, at) => 90_000 + at)

/** Runs random commands against the exchange; `see` gets the outcome of each. */
function play(
  seed: number,
  see: (exchange: Exchange, effects: Effects | undefined) => void,
): Exchange {
  const exchange = createExchange(SPOT_SYMBOLS)
  const next = createCommandFlow(seed)
  const nextMove = createAccountMoves(seed + 1)
  for (let step = 0; step < STEPS; step++) {
    const outcome = exchange.execute(next(exchange.state))
    see(exchange, 'refused' in outcome ? undefined : outcome.effects)
    const move = step % 5 === 0 ? nextMove(exchange.state) : undefined
    if (move) see(exchange, runAccountMove(exchange.state, move))
  }
  return exchange
}

/**
 * What an order that is left alone from now on can cost at most, reckoned from what its owner asked
 * for alone.
 */
function mostItCosts(order: SpotOrder): bigint {
  const { basePerLot, quotePerTickLot } = unitsOf(
    SPOT_SYMBOLS.find(({ symbol }) => symbol === order.symbol)!,
  )
  const left = BigInt(order.lots - order.filledLots)
  if (order.side === 'sell') return left * basePerLot
  if (order.budget > 0) return BigInt(order.budget) * quotePerTickLot
  const prices = [
    order.ticks,
    ...(order.firedAt === undefined ? (order.triggers ?? []).map(({ bound }) => bound) : []),
  ]
  return BigInt(Math.max(...prices)) * left * quotePerTickLot
}

describe('properties of the exchange after every command (trading 4)', () => {
  it('keeps every open order exactly funded and no account negative', () => {
    for (const seed of SEEDS) {
      const faults: string[] = []
      play(seed, ({ state }, effects) => {
        if (!effects) return
        const holds = new Map<string, bigint>()
        for (const order of state.orders.values()) {
          if (order.held !== mostItCosts(order))
            faults.push(
              `seed ${seed}: order ${order.id} holds ${order.held} and can cost ` +
                `${mostItCosts(order)}`,
            )
          const spec = pairOf(state, order.symbol).instrument
          const account =
            `${order.realm} ${spotOwner(order.userId)} ` +
            `${order.side === 'buy' ? spec.quote : spec.base}`
          holds.set(account, (holds.get(account) ?? 0n) + order.held)
        }
        for (const account of state.accounts.all()) {
          const name = `${account.realm} ${account.owner} ${account.asset}`
          if (account.held !== (holds.get(name) ?? 0n))
            faults.push(
              `seed ${seed}: ${name} holds ${account.held}, its orders ${holds.get(name) ?? 0n}`,
            )
          if (!mayGoNegative(account.owner) && available(account) < 0n)
            faults.push(`seed ${seed}: ${name} owes ${available(account)}`)
        }
      })
      expect(faults).toEqual([])
    }
  })

  it('counts the legs of each account as its open orders have them', () => {
    for (const seed of SEEDS) {
      const faults: string[] = []
      play(seed, ({ state }) => faults.push(...checkLegs(state)))
      expect(faults).toEqual([])
    }
  })

  it('finds every open order by its key, and no exit', () => {
    for (const seed of SEEDS) {
      const { state } = play(seed, ({ state: { orders, openOrder } }, effects) => {
        for (const order of effects?.orders ?? []) {
          const found = openOrder(orderKey(order))
          if (orders.has(order.id) && order.parent === undefined) expect(found?.id).toBe(order.id)
          else expect(found?.id).not.toBe(order.id)
        }
      })
      for (const order of state.orders.values())
        if (order.parent === undefined) expect(state.openOrder(orderKey(order))).toBe(order)
    }
  })

  it('fills within limit, size and budget, with fees that add up', () => {
    for (const seed of SEEDS) {
      const spent = new Map<number, bigint>()
      play(seed, (_, effects) => {
        for (const { order, ticks, lots, quote, fee } of effects?.fills ?? []) {
          const { basePerLot } = unitsOf(
            SPOT_SYMBOLS.find(({ symbol }) => symbol === order.symbol)!,
          )
          expect(fee <= (order.side === 'buy' ? BigInt(lots) * basePerLot : quote)).toBe(true)
          expect(order.budget > 0 || order.filledLots <= order.lots).toBe(true)
          spent.set(order.id, (spent.get(order.id) ?? 0n) + BigInt(ticks) * BigInt(lots))
          expect(spent.get(order.id)! <= BigInt(Number.MAX_SAFE_INTEGER)).toBe(true)
          if (order.budget > 0) expect(spent.get(order.id)! <= BigInt(order.budget)).toBe(true)
          // What rests is never moved from under a fill: its limit is the one that it had when it
          // traded, or a better one it was amended to since.
          if (
            order.orderType === 'limit' &&
            order.updatedAt === effects!.at &&
            order.status === 'filled'
          )
            expect(order.side === 'buy' ? ticks <= order.ticks : ticks >= order.ticks).toBe(true)
        }
        const sums = new Map<string, bigint>()
        for (const { entries } of effects?.transactions ?? [])
          for (const { debit, credit, amount } of entries) {
            expect([debit.realm, debit.asset]).toEqual([credit.realm, credit.asset])
            for (const [{ realm, asset }, move] of [
              [debit, -amount],
              [credit, amount],
            ] as const)
              sums.set(`${realm} ${asset}`, (sums.get(`${realm} ${asset}`) ?? 0n) + move)
          }
        for (const sum of sums.values()) expect(sum).toBe(0n)
      })
    }
  })

  it('trades no order with its holder unless prevention is off (SR12)', () => {
    const holderOf = (userId: string) => FLOW_HOLDERS[userId] ?? userId
    let met = 0
    for (const seed of SEEDS) {
      play(seed, (_, effects) => {
        const fills = effects?.fills ?? []
        for (const [at, one] of fills.entries()) {
          // The fills of a trade stand together.
          const other = fills[at + 1]
          if (
            other?.tradeId !== one.tradeId ||
            holderOf(one.order.userId) !== holderOf(other.order.userId)
          )
            continue
          met++
          expect([one, other].find(({ role }) => role === 'taker')?.order.prevention).toBe('none')
        }
      })
    }
    // Journals from before hold such orders.
    expect(met).toBeGreaterThan(0)
  })

  it('never revives an ended order or changes its last report', () => {
    for (const seed of SEEDS) {
      const over = new Set<number>()
      play(seed, ({ state }, effects) => {
        for (const { id, status, held } of effects?.orders ?? []) {
          expect({ seed, id, isOver: over.has(id) }).toEqual({ seed, id, isOver: false })
          if (status !== 'filled' && status !== 'cancelled') continue
          over.add(id)
          expect([held, state.orders.has(id)]).toEqual([0n, false])
        }
      })
    }
  })

  it('continues identically after the state is dumped and loaded midway', () => {
    for (const seed of SEEDS) {
      let twin = createExchange(SPOT_SYMBOLS)
      const exchange = createExchange(SPOT_SYMBOLS)
      const next = createCommandFlow(seed)
      const nextMove = createAccountMoves(seed + 1)
      for (let step = 0; step < STEPS; step++) {
        const move = step % 5 === 0 ? nextMove(exchange.state) : undefined
        const command = next(exchange.state)
        const outcomes = [exchange, twin].map((each) => {
          if (move) runAccountMove(each.state, move)
          return each.execute(command)
        })
        const texts = outcomes.map((outcome) =>
          JSON.stringify(outcome, (_, value: unknown) =>
            typeof value === 'bigint' ? String(value) : value,
          ),
        )
        expect(texts[1]).toBe(texts[0])
        if (step % 100 === 50) twin = createExchange(SPOT_SYMBOLS, copyState(twin.state))
      }
      expect(stateText(twin.state)).toBe(stateText(exchange.state))
    }
  })
})
