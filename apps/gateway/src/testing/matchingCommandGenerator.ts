import {
  BUY,
  SELL,
  type EngineCommand,
  type PlaceOrder,
  type SelfTradePrevention,
  type TimeInForce,
} from '../exchange/matching/command.ts'

/** xorshift32 in [0, 1): repeatable flow for tests and benches. */
export function createFlow(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}

export interface RandomCommandsOptions {
  readonly seed: number
  readonly length: number
  readonly parties: number
  /** Accounts of each party. Default 1. */
  readonly accounts?: number
  /** Around which price, in ticks, and how wide the limit prices spread. */
  readonly mid: number
  readonly width: number
  readonly maxLots: number
  /** The share of orders that are reduce-only. */
  readonly reducing?: number
}

/**
 * A wild mix that visits every rule: all times in force, all self-trade preventions, budgets,
 * cancels and amendments of the living and the dead, ids used twice.
 */
export function randomCommands({
  seed,
  length,
  parties,
  accounts = 1,
  mid,
  width,
  maxLots,
  reducing = 0,
}: RandomCommandsOptions): EngineCommand[] {
  const next = createFlow(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const placed: { readonly orderId: number; readonly ticks: number }[] = []
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  return Array.from({ length }, (_, at): EngineCommand => {
    if (next() < 0.25 && placed.length > 0) return { kind: 'cancel', orderId: pick(placed).orderId }
    if (next() < 0.1 && placed.length > 0) {
      const { orderId, ticks: before } = placed.at(-1 - below(Math.min(20, placed.length)))!
      const ticks = next() < 0.4 ? before : Math.max(1, mid + below(width * 2) - width)
      return {
        kind: 'amend',
        orderId,
        ticks,
        lots: 1 + below(maxLots),
        timeInForce: pick(['gtc', 'post_only'] as const),
        prevention: pick<SelfTradePrevention>(['none', 'maker', 'taker', 'both']),
      }
    }
    const orderId = next() < 0.01 && placed.length > 0 ? pick(placed).orderId : at + 1
    if (placed.length > 200) placed.splice(0, 100)
    const side = next() < 0.5 ? BUY : SELL
    const byBudget = next() < 0.1
    const ticks = Math.max(1, mid + below(width * 2) - width)
    placed.push({ orderId, ticks })
    const party = below(parties)
    return {
      kind: 'place',
      orderId,
      account: accounts === 1 ? party : party * accounts + below(accounts),
      party,
      side,
      ticks,
      lots: byBudget ? 0 : 1 + below(maxLots),
      budget: byBudget ? 1 + below(maxLots * mid * 3) : 0,
      timeInForce: pick<TimeInForce>(
        byBudget ? ['ioc', 'fok'] : ['gtc', 'gtc', 'gtc', 'ioc', 'fok', 'post_only'],
      ),
      prevention: pick<SelfTradePrevention>(['none', 'none', 'maker', 'taker', 'both']),
      ...(reducing > 0 && next() < reducing ? { reduceOnly: true } : {}),
    }
  })
}

/**
 * The mix of the engine's bar (docs/reference/benchmarks.md): 55 % limit, 35 % cancel, 5 %
 * immediate-or-cancel, 5 % market.
 */
export function benchCommands(
  length: number,
  { seed = 7 }: { seed?: number } = {},
): EngineCommand[] {
  const next = createFlow(seed)
  const alive: number[] = []
  let mid = 6_000_000
  return Array.from({ length }, (_, at): EngineCommand => {
    if (next() < 0.02) mid += next() < 0.5 ? -1 : 1
    const draw = next()
    const side = next() < 0.5 ? BUY : SELL
    const away = side === BUY ? -1 : 1
    const lots = 1 + Math.floor(next() * 1000)
    const order = (ticks: number, timeInForce: TimeInForce): PlaceOrder => {
      return {
        kind: 'place',
        orderId: at + 1,
        account: at % 500,
        party: at % 500,
        side,
        ticks,
        lots,
        budget: 0,
        timeInForce,
        prevention: 'none',
      }
    }
    if (draw >= 0.95) return order(mid - away * 300_000, 'ioc')
    if (draw >= 0.9) return order(mid - away * 5, 'ioc')
    if (draw >= 0.55 && alive.length > 0) {
      const index = Math.floor(next() * alive.length)
      const orderId = alive[index]!
      alive[index] = alive.at(-1)!
      alive.pop()
      return { kind: 'cancel', orderId }
    }
    alive.push(at + 1)
    return order(mid + away * (Math.floor(-Math.log(1 - next()) * 60) - 3), 'gtc')
  })
}
