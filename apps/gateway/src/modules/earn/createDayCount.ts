import type { Clock } from '@x/kit'
import { DAY_MS } from '../../exchange/products/earn.ts'
import type { EarnTier } from '../../exchange/state/productsState.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import type { EarnProductTerms } from './earnProducts.ts'
import { tiersInAtoms } from './earnViews.ts'

/** Counts UTC days that are over, those that were missed first. */
export interface DayCount {
  countAll(): Promise<void>
  stop(): Promise<void>
}

/** Positions of one command: none keeps orders waiting for long. */
const IN_A_COMMAND = 500

export function createDayCount({
  service,
  clock,
  products,
}: {
  readonly service: TradingService
  readonly clock: Pick<Clock, 'now'>
  readonly products: readonly EarnProductTerms[]
}): DayCount {
  const { state } = service.core
  let running: Promise<void> | undefined
  let isStopped = false

  function dueOn(productId: string, day: number): number[] {
    return [...state.products.positions.values()].flatMap((each) =>
      each.productId === productId &&
      (each.nextDay === day || (each.redeeming > 0n && each.redeemDay <= day))
        ? [each.id]
        : [],
    )
  }

  /** The first day that any position of the product waits for. */
  function firstDay(productId: string): number {
    let first = Infinity
    for (const { nextDay, redeeming, redeemDay, ...each } of state.products.positions.values())
      if (each.productId === productId)
        first = Math.min(first, nextDay, redeeming > 0n ? redeemDay : Infinity)
    return first
  }

  async function countProduct(productId: string, tiers: readonly EarnTier[]): Promise<void> {
    for (let day = firstDay(productId); (day + 1) * DAY_MS <= clock.now(); day++) {
      const due = dueOn(productId, day)
      for (let at = 0; at < due.length; at += IN_A_COMMAND) {
        if (isStopped) return
        const positionIds = due.slice(at, at + IN_A_COMMAND)
        service.run({ kind: 'earnDay', at: clock.now(), productId, day, tiers, positionIds })
        await service.confirm(undefined)
        if (state.products.paused.has(productId)) return
      }
    }
  }

  async function run(): Promise<void> {
    for (const terms of products) await countProduct(terms.id, tiersInAtoms(terms))
  }

  return {
    countAll() {
      running ??= run().finally(() => (running = undefined))
      return running
    },
    async stop() {
      isStopped = true
      await running?.catch(() => {})
    },
  }
}
