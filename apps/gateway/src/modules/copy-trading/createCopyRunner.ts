import type { Clock } from '@x/kit'
import { spotFeeRates, type FeeRates } from '../../exchange/accounts/fee.ts'
import { leadOwner, type CopyFollow, type LeadFill } from '../../exchange/state/copyState.ts'
import { isStopLossReached } from '../../exchange/products/copy/follows.ts'
import { planCopy } from '../../exchange/products/copy/planCopy.ts'
import { MOST_TRIES, salesOf } from '../../exchange/products/copy/sellFollow.ts'
import { worthOfFollow } from '../../exchange/products/copy/shares.ts'
import { worthOf } from '../../exchange/products/copy/worth.ts'
import type { PaperDecision } from '../../exchange/state/paperDecision.ts'
import type { CopyMarks, CopyRow } from '../../exchange/state/copyCommand.ts'
import type { Side } from '../../exchange/instruments/Instrument.ts'
import { laterTurn } from '../../platform/event-loop/createSlices.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { PaperBroker } from '../paper/ports/PaperBroker.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import { marksOf } from './marks.ts'

export interface CopyRunnerOptions {
  readonly service: TradingService
  readonly market: DisplayedMarket
  readonly broker: PaperBroker
  readonly clock: Pick<Clock, 'now'>
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

/** What copy trading does by itself: copies, stop losses, sales, shares, days. */
export interface CopyRunner {
  /** A fill of a lead is on disk. */
  fillDurable(fillId: number): void
  /** Copies what waits and is on disk; calls while it runs are joined. */
  copyPending(): Promise<void>
  /** Stop losses that are reached, and the next try of each follow that closes. */
  look(): Promise<void>
  /** One try to sell what a follow holds. */
  sell(follow: Readonly<CopyFollow>): Promise<void>
  /** Monday's shares and yesterday's marks, once each. */
  countDay(): Promise<void>
}

const DAY_MS = 86_400_000
/** The epoch was a Thursday. */
const FIRST_MONDAY = 4
const IN_A_COMMAND = 100

interface Taken {
  readonly follow: Readonly<CopyFollow>
  readonly symbol: string
  readonly side: Side
  readonly decision: PaperDecision
}

export function createCopyRunner(options: CopyRunnerOptions): CopyRunner {
  const { service, clock, market } = options
  const { state } = service.core
  // What the journal brought back is on disk.
  const durable = new Set(state.copy.pending.keys())
  let running: Promise<void> | undefined

  async function copyAll(): Promise<void> {
    for (const fill of state.copy.pending.values())
      if (durable.has(fill.fillId) && canTrade(options, fill)) {
        await copyOne(options, fill)
        durable.delete(fill.fillId)
        await laterTurn()
      }
  }

  async function copyPending(): Promise<void> {
    running ??= copyAll().finally(() => (running = undefined))
    return running
  }

  return {
    fillDurable: (fillId) => void durable.add(fillId),
    async copyPending() {
      // What came while a run was under way is not left for the next look.
      await running
      await copyPending()
    },
    async look() {
      const marks = marksOf(market)
      for (const follow of state.copy.follows.values()) {
        if (follow.status === 'active' && follow.stopLossPct > 0) {
          const { total } = worthOfFollow(state, { follow, marks })
          if (isStopLossReached(follow, total))
            service.run({
              kind: 'copyFollowEvent',
              at: clock.now(),
              followId: follow.id,
              event: 'stopLoss',
              marks,
            })
        }
        if (follow.status === 'closing') await sellOne(options, follow)
      }
    },
    sell: (follow) => sellOne(options, follow),
    countDay: () => countDay(options),
  }
}

/** Where a market stands still, its fills wait. */
const canTrade = (
  { market, service }: CopyRunnerOptions,
  { symbol, leadId }: Pick<LeadFill, 'symbol' | 'leadId'>,
): boolean =>
  market.status(symbol) === 'trading' &&
  (service.core.state.copy.leads.get(leadId)?.realm === 'paper' || market.liveTrading())

async function ratesOf(
  { vipLevelOf }: CopyRunnerOptions,
  follows: Iterable<Readonly<CopyFollow>>,
): Promise<ReadonlyMap<number, FeeRates>> {
  const rates = new Map<number, FeeRates>()
  for (const { id, userId } of follows) {
    const level = vipLevelOf(userId)
    rates.set(id, spotFeeRates(typeof level === 'number' ? level : await level))
  }
  return rates
}

/** One command for all followers; from the first line after the rates nothing waits. */
async function copyOne(options: CopyRunnerOptions, { fillId, leadId }: LeadFill): Promise<void> {
  const { service, clock, broker, market } = options
  const { state } = service.core
  const rates = await ratesOf(options, [...state.copy.followsOf(leadId)])
  const fill = state.copy.pending.get(fillId)
  const lead = state.copy.leads.get(leadId)
  if (!fill || !lead) return
  const [at, marks] = [clock.now(), marksOf(market)]
  const taken: Taken[] = []
  const leadWorth = worthOf(state, { realm: lead.realm, owner: leadOwner(leadId), marks }).total
  const rows = [...state.copy.followsOf(leadId)].map((follow): CopyRow => {
    const row = { followId: follow.id, ...(rates.get(follow.id) ?? spotFeeRates(0)) }
    if (lead.realm === 'live' || follow.status === 'closing') return row
    const worth = worthOfFollow(state, { follow, marks }).total
    const plan = planCopy(state, { fill, lead, follow, leadWorth, worth, at })
    if (plan.reason !== undefined) return row
    const decision = decide(options, { follow, ...fill, ...plan })
    if (!decision) return row
    taken.push({ follow, symbol: fill.symbol, side: fill.side, decision })
    return { ...row, decision }
  })
  service.run({ kind: 'copyFill', at, fillId, marks, rows })
  for (const { follow, decision, ...terms } of taken)
    broker.accept(follow.userId, undefined, { terms, decision })
}

/** What the displayed book gives a paper follower. */
function decide(
  { broker }: CopyRunnerOptions,
  {
    follow,
    symbol,
    side,
    ticks,
    lots,
  }: Pick<Taken, 'follow' | 'symbol' | 'side'> & { readonly ticks: number; readonly lots: number },
): PaperDecision | undefined {
  const terms = { symbol, side, ticks, lots, budget: 0, timeInForce: 'ioc' } as const
  const decision = broker.decide(follow.userId, terms)
  return 'refused' in decision ? undefined : decision
}

async function sellOne(
  options: CopyRunnerOptions,
  { id, userId }: Readonly<CopyFollow>,
): Promise<void> {
  const { service, clock, broker, market, vipLevelOf } = options
  const { state } = service.core
  const rates = spotFeeRates(await vipLevelOf(userId))
  const follow = state.copy.follows.get(id)
  if (follow?.status !== 'closing') return
  const marks = marksOf(market)
  const sales = salesOf(state, { follow, marks })
  const { leadId } = follow
  const ready = sales.filter((sale) => canTrade(options, { ...sale, leadId }))
  // What stands still keeps the last try; the other coins are sold without it.
  if (ready.length < sales.length && (ready.length === 0 || follow.tries >= MOST_TRIES - 1)) return
  const waiting = sales.filter((sale) => !ready.includes(sale)).map(({ symbol }) => symbol)
  const decisions: Record<string, PaperDecision> = {}
  if (follow.realm === 'paper')
    for (const sale of ready) {
      const decision = decide(options, { follow, side: 'sell', ...sale })
      if (decision) decisions[sale.symbol] = decision
    }
  service.run({
    kind: 'copySell',
    at: clock.now(),
    followId: id,
    marks,
    ...rates,
    ...(waiting.length > 0 ? { waiting } : {}),
    ...(follow.realm === 'paper' ? { decisions } : {}),
  })
  for (const [symbol, decision] of Object.entries(decisions))
    broker.accept(userId, undefined, { terms: { symbol, side: 'sell' }, decision })
}

async function countDay({ service, clock, market }: CopyRunnerOptions): Promise<void> {
  const { copy } = service.core.state
  const today = Math.floor(clock.now() / DAY_MS)
  const week = today - ((((today - FIRST_MONDAY) % 7) + 7) % 7)
  const marks: CopyMarks = marksOf(market)
  const due = [...copy.follows.values()].filter(
    (follow) => follow.week < week && follow.status !== 'closing',
  )
  for (let from = 0; from < due.length; from += IN_A_COMMAND) {
    const followIds = due.slice(from, from + IN_A_COMMAND).map(({ id }) => id)
    service.run({ kind: 'copyWeek', at: clock.now(), week, followIds, marks })
    await laterTurn()
  }
  const leadIds = [...copy.leads.values()]
    .filter((lead) => lead.status === 'open' && lead.markedDay < today - 1)
    .map(({ id }) => id)
  if (leadIds.length > 0)
    service.run({ kind: 'copyDay', at: clock.now(), day: today - 1, leadIds, marks })
}
