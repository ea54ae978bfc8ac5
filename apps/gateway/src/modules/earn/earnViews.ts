import type { EarnPosition as WirePosition, EarnProduct } from '@x/api'
import { formatDecimal, formatUnits, fromUnits, parseUnits } from '@x/decimal'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { DAY_MS } from '../../exchange/products/earn.ts'
import type { EarnPosition, EarnTier } from '../../exchange/state/productsState.ts'
import type { EarnProductTerms } from './earnProducts.ts'

/** @throws RangeError for a configured amount that is none */
export function atomsOf(amount: string, asset: string): bigint {
  const atoms = parseUnits(amount, scaleOf(asset))
  if (atoms === null) throw new RangeError(`${amount} ${asset} is no amount.`)
  return atoms
}

export const tiersInAtoms = ({ tiers, asset }: EarnProductTerms): readonly EarnTier[] =>
  tiers.map(([upTo, aprBp]) => [upTo === null ? null : String(atomsOf(upTo, asset)), aprBp])

export const amountText = (atoms: bigint, asset: string): string =>
  formatUnits(atoms, scaleOf(asset), { trim: true })

export function productView(
  terms: EarnProductTerms,
  { taken, isPaused }: { readonly taken: bigint; readonly isPaused: boolean },
): EarnProduct {
  const { id, asset, days, tiers, minimum, perUser, quota } = terms
  const left = atomsOf(quota, asset) - taken
  return {
    productId: id,
    asset,
    kind: days === 0 ? 'flexible' : 'fixed',
    days,
    tiers: tiers.map(([upTo, aprBp]) => ({
      upTo,
      apr: formatDecimal(fromUnits(BigInt(aprBp), 2)),
    })),
    minimum,
    perUser,
    quota,
    left: amountText(left > 0n ? left : 0n, asset),
    decimals: scaleOf(asset),
    isPaused,
  }
}

export function positionView(position: Readonly<EarnPosition>, now: number): WirePosition {
  const { id, productId, asset, days, startDay, principal, redeeming } = position
  return {
    positionId: String(id),
    productId,
    asset,
    days,
    principal: amountText(principal, asset),
    redeeming: amountText(redeeming, asset),
    interestPaid: amountText(position.paid, asset),
    interestDue: amountText(position.accrued, asset),
    status: statusOf(position, now),
    startsAt: startDay * DAY_MS,
    endsAt: days === 0 ? null : (startDay + days) * DAY_MS,
    autoRenew: position.autoRenew,
    createdAt: position.createdAt,
  }
}

function statusOf(
  { principal, redeeming, startDay }: Readonly<EarnPosition>,
  now: number,
): WirePosition['status'] {
  if (principal === 0n) return 'closed'
  if (redeeming === principal) return 'redeeming'
  return startDay * DAY_MS > now ? 'subscribed' : 'earning'
}
