import type { Clock } from '@x/kit'
import type { ContractPriceKind } from '../../exchange/matching/trigger.ts'
import { triggerStep } from '../../exchange/matching/trigger.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { CONTRACTS } from '../../exchange/instruments/contracts.ts'
import type { FuturesInstrument } from '../../exchange/instruments/Instrument.ts'
import { accountAsIs, boundTicks } from '../../exchange/futures/judge.ts'
import { waitsForTrigger, type FuturesOrder } from '../../exchange/state/futuresOrder.ts'
import type { FuturesFireCommand } from '../../exchange/state/futuresCommand.ts'
import type { FuturesAccountView } from '../../exchange/state/ExchangeView.ts'
import { strictness } from '../../exchange/state/rules.ts'
import { positionKey } from '../../exchange/state/futuresState.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import { createSlices, type SliceOptions } from '../../platform/event-loop/createSlices.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { FuturesReads } from './createFuturesReads.ts'
import type { FuturesPaperBroker } from './createPaperFutures.ts'
import { protectionTicks } from './orderTerms.ts'

export interface ContractTriggers {
  /** A price of a contract as it is now, in ticks. */
  see(contract: string, by: ContractPriceKind, ticks: number): void
  /**
   * The commands that let go the exits of accounts that the mark or index has reached, however much
   * else waits: the ladder comes next (futures 6). Each is executed before the next is asked for.
   */
  exitsOf(
    accounts: readonly Pick<FuturesAccountView, 'realm' | 'userId'>[],
  ): Generator<FuturesFireCommand>
  stop(): void
}

interface Due {
  readonly realm: Realm
  readonly contract: FuturesInstrument
  readonly by: ContractPriceKind
  /** What was seen and not worked through, the first one first. */
  seen: number[]
  /** One of them moved what trails: the others count in their order. */
  isTrailing: boolean
}

interface FiringTerms {
  readonly contract: FuturesInstrument
  readonly which: number
  readonly limit: number
}

interface Firing {
  readonly command: FuturesFireCommand
  /** Once the command is executed: what the paper order took from the displayed book. */
  accept(): void
}

/** Prices kept while orders are let go; beyond that the middle ones are left out. */
const MOST_SEEN = 1_000
/** Trailing triggers moved by one command. */
const TRAILED_AT_ONCE = 200

/**
 * Lets go the orders whose trigger a last, mark or index price has reached (futures 4). What it
 * decides becomes a command: a replay needs no market. Orders are let go one a step. A price that
 * comes meanwhile takes the place of the one before, unless something trails: what trails must see
 * every price.
 */
export function createContractTriggers({
  core,
  market,
  reads,
  paper,
  clock,
  slices,
  onError,
}: {
  readonly core: TradingCore
  readonly market: Pick<DisplayedMarket, 'status' | 'liveTrading'>
  readonly reads: FuturesReads
  readonly paper: FuturesPaperBroker
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly slices?: SliceOptions | undefined
  readonly onError: (error: unknown) => void
}): ContractTriggers {
  const view = core.state.futures
  const contracts = new Map(CONTRACTS.map((contract) => [contract.id, contract]))
  const due = new Map<string, Due>()
  const work = createSlices({ ...slices, clock, onError, step })

  function step(): boolean {
    const [next] = due
    if (!next) return false
    const [key, entry] = next
    const { realm, contract, by } = entry
    const [price = 0] = entry.seen
    if (!mayFire(realm, contract)) entry.seen = []
    else if (!trail(entry, price) && !fireNext(realm, { contract, by, price })) entry.seen.shift()
    if (entry.seen.length === 0) due.delete(key)
    return true
  }

  /** Moves what trails on from this price; `false`: nothing does. */
  function trail({ realm, contract, by }: Due, price: number): boolean {
    const trailing = view.triggers(realm, contract.id)?.trailing(by, price) ?? []
    const rows = trailing
      .slice(0, TRAILED_AT_ONCE)
      .map(({ orderId, which }) => [orderId, which, price] as const)
    if (rows.length > 0) core.execute({ kind: 'futuresTrail', at: clock.now(), rows })
    return rows.length > 0
  }

  const mayFire = (realm: Realm, { id }: FuturesInstrument): boolean =>
    !core.paused() && market.status(id) !== 'paused' && (realm === 'paper' || market.liveTrading())

  /** `false`: the price lets nothing more go. */
  function fireNext(
    realm: Realm,
    { contract, by, price }: Pick<Due, 'contract' | 'by'> & { readonly price: number },
  ): boolean {
    for (const { orderId, which } of view.triggers(realm, contract.id)?.reached(by, price) ?? []) {
      const order = view.orders.get(orderId)
      const trigger = order && waitsForTrigger(order) ? order.triggers[which] : undefined
      if (!order || !trigger || triggerStep(trigger, price) !== 'fires') continue
      if (fire(order, { contract, which, limit: trigger.limit })) return true
    }
    return false
  }

  /** The exits of the accounts that this price has reached. */
  function* exitsReached(
    realm: Realm,
    {
      contract,
      by,
      price,
      userIds,
    }: Pick<Due, 'contract' | 'by'> & {
      readonly price: number
      readonly userIds: ReadonlySet<string>
    },
  ): Generator<FuturesFireCommand> {
    // Each of them may end others: only what waits still is let go.
    const reached = [...(view.triggers(realm, contract.id)?.reached(by, price) ?? [])]
    for (const { orderId, which } of reached) {
      const order = view.orders.get(orderId)
      if (!order?.reduceOnly || !userIds.has(order.userId) || !waitsForTrigger(order)) continue
      const trigger = order.triggers[which]
      if (!trigger || triggerStep(trigger, price) !== 'fires') continue
      const firing = decideFiring(order, { contract, which, limit: trigger.limit })
      if (!firing) continue
      yield firing.command
      firing.accept()
    }
  }

  /** `false`: it waits on. */
  function fire(order: Readonly<FuturesOrder>, terms: FiringTerms): boolean {
    const firing = decideFiring(order, terms)
    if (!firing) return false
    core.execute(firing.command)
    firing.accept()
    return true
  }

  /** `undefined`: nobody stands opposite; it waits instead of being cancelled. */
  function decideFiring(
    order: Readonly<FuturesOrder>,
    { contract, which, limit }: FiringTerms,
  ): Firing | undefined {
    const { realm, userId, side, symbol, positionSide } = order
    const quotes = reads.quotes(order, { contract, side })
    if (limit === 0 && quotes.opposite === 0) return undefined
    const ticks = limit || protectionTicks(side, quotes)
    const of = { kind: 'futuresFire', at: clock.now(), orderId: order.id, which } as const
    const names = { ...of, ticks, ...strictness(core.state) }
    if (realm === 'live') return { command: names, accept: () => {} }
    const account = accountAsIs(core.state, order)
    const held = account.positions.get(positionKey(symbol, positionSide))
    const lots = order.closePosition ? Math.abs(held?.lots ?? 0) : order.lots
    const timeInForce = limit === 0 ? 'ioc' : order.timeInForce
    const furthest = boundTicks(core.state, account, { ...order, ticks, atMarket: limit === 0 })
    const decided =
      lots > 0
        ? paper.decide(userId, { symbol, side, ticks: furthest, lots, timeInForce })
        : undefined
    const fills = decided && 'paper' in decided ? decided : undefined
    return {
      command: { ...names, ...(fills ? { paper: fills.paper } : {}) },
      accept: () => fills?.accept(order.id),
    }
  }

  return {
    see(id, by, ticks) {
      const contract = contracts.get(id)
      if (!contract || ticks === 0) return
      for (const realm of ['live', 'paper'] as const) {
        const book = view.triggers(realm, id)
        if (!book?.waitsFor(by)) continue
        const key = `${realm} ${id} ${by}`
        const entry = due.get(key) ?? { realm, contract, by, seen: [], isTrailing: false }
        due.set(key, entry)
        entry.isTrailing ||= book.trailing(by, ticks).length > 0
        if (!entry.isTrailing) entry.seen = [ticks]
        else if (entry.seen.at(-1) !== ticks) entry.seen.push(ticks)
        if (entry.seen.length > MOST_SEEN) entry.seen.splice(1, 1)
      }
      if (due.size > 0) work.wake()
    },
    *exitsOf(accounts) {
      for (const realm of ['live', 'paper'] as const) {
        const own = accounts.filter((account) => account.realm === realm)
        const userIds = new Set(own.map(({ userId }) => userId))
        for (const contract of userIds.size > 0 ? CONTRACTS : []) {
          const price = view.prices.get(contract.id)
          if (!price?.isFresh || !mayFire(realm, contract)) continue
          for (const by of ['mark', 'index'] as const)
            yield* exitsReached(realm, { contract, by, price: price[by], userIds })
        }
      }
    },
    stop: () => work.stop(),
  }
}
