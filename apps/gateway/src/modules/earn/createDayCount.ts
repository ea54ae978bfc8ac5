import type { Clock } from '@x/kit'
import { DAY_MS } from '../../exchange/products/earn.ts'
import type { EarnPosition, EarnTier } from '../../exchange/state/productsState.ts'
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

/** The products that somebody has a position in, offered or not. */
export const heldProducts = (
  positions: ReadonlyMap<number, Pick<EarnPosition, 'productId'>>,
): ReadonlySet<string> => new Set([...positions.values()].map(({ productId }) => productId))

/** The younger ones first: each is counted while what it lies above is still there. */
const dueOn = (positions: readonly EarnPosition[], day: number): readonly number[] =>
  positions
    .filter((each) => each.nextDay === day || (each.redeeming > 0n && each.redeemDay <= day))
    .map(({ id }) => id)
    .toSorted((a, b) => b - a)

/** The first day that any of the positions waits for. */
const firstDay = (positions: readonly EarnPosition[]): number =>
  positions.reduce(
    (first, { nextDay, redeeming, redeemDay }) =>
      Math.min(first, nextDay, redeeming > 0n ? redeemDay : Infinity),
    Infinity,
  )

/** Whose term is over, so that the next count begins another one. */
const renewingAt = (positions: readonly EarnPosition[], at: number): readonly EarnPosition[] =>
  positions.filter(({ autoRenew, startDay, days }) => autoRenew && (startDay + days) * DAY_MS <= at)

/** A flexible product that is offered no longer has no rate: only what waits comes back. */
const countedIn = (
  positions: ReadonlyMap<number, EarnPosition>,
  { productId, isOffered }: { readonly productId: string; readonly isOffered: boolean },
): readonly EarnPosition[] =>
  [...positions.values()].filter(
    (each) => each.productId === productId && (isOffered || each.days > 0 || each.redeeming > 0n),
  )

export function createDayCount({
  service,
  clock,
  products,
}: {
  readonly service: TradingService
  readonly clock: Pick<Clock, 'now'>
  readonly products: readonly EarnProductTerms[]
}): DayCount {
  const { positions, paused } = service.core.state.products
  let running: Promise<void> | undefined
  let isStopped = false
  const offered = new Set(products.map(({ id }) => id))

  const countedOf = (productId: string): readonly EarnPosition[] =>
    countedIn(positions, { productId, isOffered: offered.has(productId) })

  async function countProduct(productId: string, tiers: readonly EarnTier[]): Promise<void> {
    for (let day = firstDay(countedOf(productId)); (day + 1) * DAY_MS <= clock.now(); day++) {
      const due = dueOn(countedOf(productId), day)
      for (let at = 0; at < due.length; at += IN_A_COMMAND) {
        if (isStopped) return
        const positionIds = due.slice(at, at + IN_A_COMMAND)
        service.run({ kind: 'earnDay', at: clock.now(), productId, day, tiers, positionIds })
        await service.confirm(undefined)
        if (paused.has(productId)) return
      }
    }
  }

  /** Terms of a product that is offered no longer end as they were agreed, and do not renew. */
  async function windDown(productId: string): Promise<void> {
    const at = clock.now()
    for (const { id: positionId, userId } of renewingAt(countedOf(productId), at))
      service.run({ kind: 'earnRenewal', at, userId, positionId, autoRenew: false })
    await countProduct(productId, [])
  }

  async function run(): Promise<void> {
    for (const terms of products) await countProduct(terms.id, tiersInAtoms(terms))
    for (const productId of heldProducts(positions))
      if (!offered.has(productId)) await windDown(productId)
  }

  return {
    async countAll() {
      // A count that runs may have passed a product before its day was over.
      await running?.catch(() => {})
      if (isStopped) return
      running ??= run().finally(() => (running = undefined))
      await running
    },
    async stop() {
      isStopped = true
      await running?.catch(() => {})
    },
  }
}
