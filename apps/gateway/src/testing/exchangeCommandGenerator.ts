import { spotOwner } from '../exchange/accounts/owner.ts'
import { createFlow } from './matchingCommandGenerator.ts'
import { DAILY_TOP_UP, PAPER_FUNDS } from '../exchange/paper/paperFunds.ts'
import type { Trigger } from '../exchange/matching/trigger.ts'
import type { ExchangeCommand, OrderRequest } from '../exchange/state/command.ts'
import type { PaperDecision } from '../exchange/state/paperDecision.ts'
import type { HouseAccountRow } from '../exchange/state/houseAccountRows.ts'
import {
  isArmed,
  leftLots,
  type Exit,
  type Exits,
  type SpotOrder,
  triggerOf,
} from '../exchange/state/order.ts'
import type { ExchangeView } from '../exchange/state/ExchangeView.ts'
import { firedTerms } from '../exchange/spot/conditionalOrders.ts'

/** Sub-accounts of the flow, and their main accounts. */
export const FLOW_HOLDERS: Readonly<Record<string, string>> = { u3: 'u2' }

/**
 * Random but repeatable commands against a state, for model tests: users, house account and paper
 * mixed, small prices so that much trades.
 */
export function createCommandFlow(
  seed: number,
  {
    users = 4,
    symbols = ['BTCUSDT', 'SHIBUSDT'],
  }: { users?: number; symbols?: readonly string[] } = {},
) {
  const holder = (userId: string) =>
    FLOW_HOLDERS[userId] === undefined ? {} : { holder: FLOW_HOLDERS[userId] }
  const next = createFlow(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  const MID = 60_000
  let at = 1_000
  let houseAccountCount = 0
  let transferCount = 0

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
      timeInForce: isMarket
        ? pick(['ioc', 'fok'] as const)
        : pick(['gtc', 'gtc', 'gtc', 'ioc', 'fok', 'post_only'] as const),
      prevention: pick(['none', 'maker', 'taker', 'both'] as const),
      ticks: isMarket ? (side === 'buy' ? MID * 2 : 1) : MID + sideways,
      lots: byBudget ? 0 : 1 + below(500),
      budget: byBudget ? MID * (1 + below(300)) + below(MID) : 0,
      makerPpm: pick([0, 200, 1000]),
      takerPpm: pick([500, 1000]),
      ...(next() < 0.25 ? { exits: exitsOf(side) } : {}),
    }
  }

  const placed = (terms: OrderRequest): ExchangeCommand => ({
    kind: 'place',
    ...terms,
    ...holder(terms.userId),
  })

  function exitsOf(side: 'buy' | 'sell'): Exits {
    const away = side === 'buy' ? 1 : -1
    const exit = (distance: number) => ({
      ticks: MID + away * distance,
      limit: next() < 0.4 ? MID + away * distance : 0,
    })
    return next() < 0.6
      ? { by: 'last', byFill: true, takeProfit: exit(12), stopLoss: exit(-12) }
      : { by: 'mark', stopLoss: exit(-12) }
  }

  function trigger(side: 'buy' | 'sell', fields: Partial<Trigger> = {}): Trigger {
    const beyond = MID + (side === 'buy' ? 1 : -1) * (10 + below(20))
    const limit = next() < 0.5 ? beyond : 0
    return {
      kind: 'stop',
      by: pick(['last', 'mark'] as const),
      rises: side === 'buy',
      ticks: beyond,
      limit,
      bound: side === 'buy' ? limit || beyond + 5 : 0,
      callback: 0,
      extreme: 0,
      ...fields,
    }
  }

  function wait(): ExchangeCommand {
    const { exits: _, ...terms } = request()
    const realm = pick(['live', 'paper'] as const)
    const by = pick(['stop_limit', 'stop_market', 'trailing'] as const)
    const own =
      by === 'trailing'
        ? trigger(terms.side, {
            kind: 'trailing',
            ticks: 0,
            limit: 0,
            bound: terms.side === 'buy' ? MID + 40 : 0,
            callback: 100,
          })
        : trigger(terms.side, by === 'stop_market' ? { limit: 0 } : {})
    const isLimited = by === 'stop_limit' && own.limit > 0
    const sized =
      terms.budget > 0 && (isLimited || terms.side === 'sell') ? { lots: 5, budget: 0 } : {}
    return {
      kind: 'wait',
      realm,
      ...terms,
      ...(realm === 'live' ? holder(terms.userId) : {}),
      ...sized,
      orderType: isLimited ? 'stop_limit' : by === 'trailing' ? by : 'stop_market',
      ticks: own.limit || own.bound || 1,
      triggers: [own],
    }
  }

  function oco(): OrderRequest {
    const { exits: _, ...terms } = request()
    return {
      ...terms,
      orderType: 'oco',
      timeInForce: 'gtc',
      ticks: MID + (terms.side === 'buy' ? -1 : 1) * (8 + below(8)),
      lots: 1 + below(500),
      budget: 0,
      triggers: [trigger(terms.side)],
    }
  }

  /** What a fill model could decide: anything within reach of the order, up to all of it. */
  function decision(
    { side, ticks, lots, budget }: Pick<SpotOrder, 'side' | 'ticks' | 'lots' | 'budget'>,
    canRest: boolean,
  ): PaperDecision {
    const best = side === 'buy' ? MID + 1 : MID - 1
    const most = budget > 0 ? Math.floor(budget / best) : lots
    const taken = (side === 'buy' ? best <= ticks || budget > 0 : best >= ticks)
      ? below(most + 1)
      : 0
    return {
      fills: taken > 0 ? [[best, taken]] : [],
      bid: MID - 1,
      ask: MID + 1,
      rests: canRest && budget === 0 && taken < lots,
      queueAhead: below(50),
    }
  }

  function ofArmed(state: ExchangeView): ExchangeCommand | undefined {
    const armed = [...state.orders.values()].filter(isArmed)
    const order = armed[below(armed.length)]
    if (!order) return undefined
    const trails = order.triggers!.findIndex(({ callback }) => callback > 0)
    if (trails >= 0 && next() < 0.4)
      return { kind: 'trail', at, rows: [[order.id, trails, MID + below(9) - 4]] }
    const which = below(order.triggers!.length)
    if (order.realm === 'live')
      return {
        kind: 'fire',
        at,
        orderId: order.id,
        which,
        ticks: order.side === 'buy' ? MID + 40 : MID - 40,
      }
    const terms = firedTerms(order, which)
    const reach = terms.atMarket
      ? order.side === 'buy'
        ? triggerOf(order, which).bound
        : 1
      : terms.ticks
    return {
      kind: 'paperFire',
      at,
      orderId: order.id,
      which,
      ...decision(
        {
          side: order.side,
          ticks: reach,
          lots: terms.lots - order.filledLots,
          budget: terms.budget,
        },
        !terms.atMarket,
      ),
    }
  }

  /**
   * Take profit and stop loss that stand, or those of an entry, a little further from the middle.
   */
  function ofMovedExits(state: ExchangeView): ExchangeCommand | undefined {
    const all = [...state.orders.values()].filter(
      (order) =>
        (order.orderType === 'tp_sl' && isArmed(order)) ||
        (order.exits && order.realm === 'live' && order.budget === 0 && order.exit === undefined),
    )
    const order = all[below(all.length)]
    if (!order) return undefined
    const moved = (leg: Exit): Exit => ({
      ticks: leg.ticks + (leg.ticks > MID ? 1 : -1),
      limit: leg.limit,
    })
    const { takeProfit, stopLoss } = order.exits ?? {}
    const legs = order.exits
      ? {
          exits: {
            ...order.exits,
            ...(takeProfit ? { takeProfit: moved(takeProfit) } : {}),
            ...(stopLoss ? { stopLoss: moved(stopLoss) } : {}),
          },
        }
      : { triggers: order.triggers!.map((own) => ({ ...own, ...moved(own) })) }
    return {
      kind: 'amend',
      at,
      orderId: order.id,
      ticks: order.ticks,
      lots: order.lots,
      budget: order.budget,
      ...legs,
    }
  }

  function ofAmended(state: ExchangeView): ExchangeCommand | undefined {
    if (next() < 0.2) return ofMovedExits(state)
    const open = [...state.orders.values()].filter(
      (order) => order.orderType !== 'tp_sl' && order.budget === 0,
    )
    const order = open[below(open.length)]
    if (!order) return undefined
    const lots = order.filledLots + 1 + below(500)
    const ticks = next() < 0.4 ? order.ticks : MID + below(21) - 10
    const changes = { at, orderId: order.id, ticks, lots, budget: 0 }
    if (order.realm === 'live' || order.status === 'waiting') return { kind: 'amend', ...changes }
    const keeps = ticks === order.ticks && lots <= order.lots
    return {
      kind: 'paperAmend',
      ...changes,
      ...(keeps
        ? { fills: [], bid: MID - 1, ask: MID + 1, rests: true, queueAhead: order.queueAhead }
        : decision({ ...order, ticks, lots: lots - order.filledLots }, true)),
    }
  }

  function paperPlace(): ExchangeCommand {
    const terms = request()
    const best = terms.side === 'buy' ? MID + 1 : MID - 1
    const lots =
      terms.budget > 0 ? 1 + below(Math.floor(terms.budget / (MID + 20))) : below(terms.lots + 1)
    const inReach = terms.side === 'buy' ? best <= terms.ticks : best >= terms.ticks
    const fills = inReach && lots > 0 ? [[best, lots] as const] : []
    const left = terms.budget > 0 ? 0 : terms.lots - (fills[0]?.[1] ?? 0)
    return {
      kind: 'paperPlace',
      ...terms,
      fills,
      bid: MID - 1,
      ask: MID + 1,
      rests: terms.orderType === 'limit' && left > 0,
      queueAhead: below(100),
    }
  }

  function houseAccountRows(): HouseAccountRow[] {
    return Array.from({ length: 1 + below(5) }, (): HouseAccountRow => {
      const symbol = pick(symbols)
      if (next() < 0.3 && houseAccountCount > 0) return [symbol, `h${below(houseAccountCount)}`]
      return [
        symbol,
        `h${houseAccountCount++}`,
        pick(['blg', 'slg', 'blg', 'slg', 'bmg', 'smg', 'bli'] as const),
        MID + below(21) - 10,
        1 + below(400),
      ]
    })
  }

  /**
   * Of all that can be spent, of some of it, of what is held too, and now and then under a key that
   * was used.
   */
  function transfer(state: ExchangeView): ExchangeCommand {
    const from = below(users)
    const asset = pick(['USDT', 'BTC', 'SHIB'])
    const { balance, held } = state.accounts
      .ownedBy('live', spotOwner(`u${from}`))
      .find((owned) => owned.asset === asset) ?? { balance: 0n, held: 0n }
    const atoms = pick([
      balance - held,
      (balance - held) / BigInt(2 + below(50)),
      balance + BigInt(below(2)),
    ])
    const clientOid = next() < 0.9 ? `t${transferCount++}` : `t${below(transferCount + 1)}`
    return {
      kind: 'transfer',
      at,
      askedBy: `u${from}`,
      clientOid,
      fromUserId: `u${from}`,
      toUserId: `u${(from + 1 + below(users - 1)) % users}`,
      asset,
      atoms: String(atoms > 0n ? atoms : 1n),
    }
  }

  function ofOpenOrder(state: ExchangeView): ExchangeCommand | undefined {
    const order = [...state.orders.values()][below(state.orders.size)]
    if (!order) return undefined
    if (order.realm === 'live' || order.status === 'waiting' || next() < 0.5)
      return { kind: 'cancel', at, orderId: order.id }
    return { kind: 'paperFill', at, orderId: order.id, lots: 1 + below(leftLots(order)) }
  }

  return (state: ExchangeView): ExchangeCommand => {
    at += below(5_000)
    const userId = `u${below(users)}`
    const draw = next()
    if (!state.paper.has(userId)) return { kind: 'paperOpen', at, userId, funds: PAPER_FUNDS }
    if (draw < 0.02)
      return {
        kind: 'grant',
        at,
        realm: 'live',
        userId,
        key: `g${below(400)}`,
        funds: { USDT: '500000000000', BTC: '100000000', SHIB: '5000000000000000000000' },
      }
    if (draw < 0.025) return { kind: 'paperReset', at, userId, funds: PAPER_FUNDS }
    if (draw < 0.03)
      return {
        kind: 'paperTopUp',
        at,
        userId,
        asset: 'USDT',
        atoms: '100000000000',
        day: Math.floor(at / 1e5),
        cap: DAILY_TOP_UP['USDT']!,
      }
    if (draw < 0.035) return { kind: 'open', at, userId }
    if (draw < 0.04)
      return {
        kind: 'cancelAll',
        at,
        orderIds: [...state.ordersOf(pick(['live', 'paper'] as const), userId)].map(({ id }) => id),
      }
    if (draw < 0.1) return wait()
    if (draw < 0.13) return placed(oco())
    if (draw < 0.15) {
      const terms = oco()
      return {
        kind: 'paperPlace',
        ...terms,
        fills: [],
        bid: MID - 1,
        ask: MID + 1,
        rests: true,
        queueAhead: below(50),
      }
    }
    if (draw < 0.2) return ofArmed(state) ?? wait()
    if (draw < 0.25) return ofAmended(state) ?? wait()
    if (draw < 0.28) return transfer(state)
    if (draw < 0.4) return { kind: 'house', at, rows: houseAccountRows() }
    if (draw < 0.55) return ofOpenOrder(state) ?? { kind: 'house', at, rows: houseAccountRows() }
    if (draw < 0.67) return paperPlace()
    return placed(request())
  }
}
