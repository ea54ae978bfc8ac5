import type { Clock, TimerHandle } from '@x/kit'
import type { HouseAccountPort } from '../ports/DisplayedMarket.ts'
import type { MarketSource } from '../ports/MarketSource.ts'
import { createPairFlow, type PairFlow, STEP_MS } from './createPairFlow.ts'
import type { MarketProfile } from './profile.ts'
import type { Scenario } from './scenario.ts'

export interface GeneratorOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly houseAccount: HouseAccountPort
  readonly seed: string
  readonly profiles: ReadonlyMap<string, MarketProfile>
  readonly scenario: Scenario
  /** The price each pair stood at when the gateway last ran, in ticks. */
  readonly lastTicks: (symbol: string) => number | undefined
}

/**
 * Steps every pair four times a second, each at its own moment, so that the engine never gets all
 * pairs at once.
 */
export function createGenerator({
  clock,
  houseAccount,
  seed,
  profiles,
  scenario,
  lastTicks,
}: GeneratorOptions): MarketSource {
  const timers = new Map<string, TimerHandle>()

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
    starts: new Map([...profiles].map(([symbol, { startTicks }]) => [symbol, startTicks])),
    start() {
      let delay = 0
      for (const [symbol, profile] of profiles) {
        const flow = createPairFlow({
          symbol,
          seed,
          profile,
          scenario,
          fair: lastTicks(symbol) ?? profile.startTicks,
        })
        // The first book stands before the first page is served.
        houseAccount.submit(flow.step(houseAccount.resting(symbol)))
        schedule(symbol, flow, (delay += Math.floor(STEP_MS / profiles.size)))
      }
    },
    stop() {
      for (const timer of timers.values()) timer.cancel()
      timers.clear()
    },
  }
}
