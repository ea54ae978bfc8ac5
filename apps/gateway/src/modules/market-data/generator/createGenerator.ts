import type { Clock, TimerHandle } from '@x/kit'
import type { DisplayedMarket, HouseAccountPort } from '../ports/DisplayedMarket.ts'
import type { MarketSource } from '../ports/MarketSource.ts'
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
}: GeneratorOptions): MarketSource {
  const timers = new Map<string, TimerHandle>()
  let unsubscribe = () => {}
  const startTicks = new Map(
    [...profiles].map(([symbol, profile]) => [symbol, profile.startTicks] as const),
  )
  const moving = contracts.filter(({ pair }) => profiles.has(pair))
  for (const { symbol, profile } of moving) startTicks.set(symbol, profile.startTicks)

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
    },
    stop() {
      unsubscribe()
      for (const timer of timers.values()) timer.cancel()
      timers.clear()
    },
  }
}
