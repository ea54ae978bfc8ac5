import type { Clock, TimerHandle } from '@x/kit'
import type { DisplayedMarket, HouseAccountPort } from '../ports/DisplayedMarket.ts'
import type { MarketSource } from '../ports/MarketSource.ts'
import { createGeneratedFeed, FEED_STEP_MS, type GeneratedFeed } from './createGeneratedFeed.ts'
import { createPairFlow, type PairFlow, STEP_MS } from './createPairFlow.ts'
import type { ContractFlow } from './contractFlows.ts'
import type { MarketProfile } from './profile.ts'
import type { Scenario } from './scenario.ts'

export interface GeneratorOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly houseAccount: HouseAccountPort
  /** Says who reads a deep book. */
  readonly displayed: Pick<DisplayedMarket, 'subscribe'>
  readonly seed: string
  readonly profiles: ReadonlyMap<string, MarketProfile>
  readonly scenario: Scenario
  /** The price each pair stood at when the gateway last ran, in ticks. */
  readonly lastTicks: (symbol: string) => number | undefined
  /** Contracts that stay near their pairs (futures 9). Default: none. */
  readonly contracts?: readonly ContractFlow[]
  /** Other exchanges, which quote the pairs of contracts for an index. Default: none. */
  readonly feeds?: readonly GeneratedFeed[]
}

/**
 * Steps every pair four times a second, each at its own moment, so that the engine never gets all
 * pairs at once.
 */
export function createGenerator({
  clock,
  houseAccount,
  displayed,
  seed,
  profiles,
  scenario,
  lastTicks,
  contracts = [],
  feeds = [],
}: GeneratorOptions): MarketSource {
  const timers = new Map<string, TimerHandle>()
  let unsubscribe = () => {}
  const startTicks = new Map(
    [...profiles].map(([symbol, profile]) => [symbol, profile.startTicks] as const),
  )
  const moving = contracts.filter(({ pair }) => profiles.has(pair))
  for (const { symbol, profile } of moving) startTicks.set(symbol, profile.startTicks)

  const quoting = feeds.map((feed) => createGeneratedFeed(feed, { seed }))
  let feedTimer: TimerHandle | undefined
  const quoteFeeds = (flows: ReadonlyMap<string, PairFlow>): void => {
    for (const pair of new Set(moving.map((each) => each.pair))) {
      const [flow, profile] = [flows.get(pair), profiles.get(pair)]
      if (flow && profile)
        for (const feed of quoting) feed.quote(pair, { fair: flow.fair(), profile })
    }
    feedTimer = clock.after(FEED_STEP_MS, () => quoteFeeds(flows))
  }

  const schedule = (symbol: string, flow: PairFlow, delay: number): void => {
    timers.set(
      symbol,
      clock.after(delay, () => {
        houseAccount.submit(flow.step(houseAccount.resting(symbol)))
        schedule(symbol, flow, STEP_MS)
      }),
    )
  }

  return {
    starts: startTicks,
    start() {
      const flows = new Map<string, PairFlow>()
      for (const [symbol, profile] of profiles) {
        const fair = lastTicks(symbol) ?? profile.startTicks
        flows.set(symbol, createPairFlow({ symbol, seed, profile, scenario, fair }))
      }
      for (const { symbol, pair, profile, ticksPerPairTick } of moving) {
        const spot = flows.get(pair)
        const reference = () => (spot?.fair() ?? 0) * ticksPerPairTick
        flows.set(
          symbol,
          createPairFlow({ symbol, seed, profile, scenario, fair: reference(), reference }),
        )
      }
      unsubscribe = displayed.subscribe({ deepRead: (symbol) => flows.get(symbol)?.deepen() })
      let delay = 0
      for (const [symbol, flow] of flows) {
        // The first book stands before the first page is served.
        houseAccount.submit(flow.step(houseAccount.resting(symbol)))
        schedule(symbol, flow, (delay += Math.floor(STEP_MS / flows.size)))
      }
      if (quoting.length > 0) quoteFeeds(flows)
    },
    stop() {
      unsubscribe()
      feedTimer?.cancel()
      for (const timer of timers.values()) timer.cancel()
      timers.clear()
    },
  }
}
