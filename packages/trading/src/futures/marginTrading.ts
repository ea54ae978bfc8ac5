import { fraction, over, plus, signOf, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { showAmount } from '../rounding.ts'
import { TradingError } from '../TradingError.ts'
import { sumOf } from './account.ts'
import { readWhole } from './markPrice.ts'
import { type AmountOptions, AMOUNT_SCALE, showDown } from './rounding.ts'

const HOUR_MS = 3_600_000n

/** An asset of a margin account; decimal strings. */
export interface MarginAsset {
  readonly amount: string
  /** The index, in the coin that the level is measured in. */
  readonly price: string
  /** Collateral rate as a fraction, default 1; cross accounts have rates (futures 7). */
  readonly rate?: string
}

/** A debt of a margin account; decimal strings. */
export interface MarginDebt {
  readonly principal: string
  /** Default 0. */
  readonly interest?: string
  readonly price: string
}

/**
 * Assets / (debt + interest) at the index, 4 decimals, rounded down (futures 7); `null` without
 * debt.
 */
export function marginLevel(
  input: { readonly assets: readonly MarginAsset[]; readonly debts: readonly MarginDebt[] },
  { scale = 4 }: AmountOptions = {},
): string | null {
  const assets = sumOf(
    input.assets.map((asset) =>
      times(
        times(readCount(asset, 'amount'), readPositive(asset, 'price')),
        readCount({ rate: asset.rate ?? '1' }, 'rate'),
      ),
    ),
  )
  const owed = sumOf(
    input.debts.map((debt) =>
      times(
        plus(
          readCount(debt, 'principal'),
          readCount({ interest: debt.interest ?? '0' }, 'interest'),
        ),
        readPositive(debt, 'price'),
      ),
    ),
  )
  return signOf(owed) === 0 ? null : showDown(over(assets, owed), { scale })
}

/** Arguments of {@link interestFor}. */
export interface InterestInput {
  /** Decimal string. */
  readonly principal: string
  /** Interest of a day as a fraction, a decimal string. */
  readonly dailyRate: string
  /** Whole milliseconds since the epoch: when the loan was drawn. */
  readonly from: number
  /** Until when, not before `from`. */
  readonly to: number
}

/**
 * The simple interest of a loan (futures 7): ceil(principal·daily/24) at the draw and again at each
 * full UTC hour after it, up to and with `to`. Each hour rounds up at 8 decimals.
 *
 * @throws TradingError `out-of-range` where `to` is before `from` or a time is not whole
 */
export function interestFor(
  input: InterestInput,
  { scale = AMOUNT_SCALE }: AmountOptions = {},
): string {
  const from = readWhole(input, 'from')
  const to = readWhole(input, 'to')
  if (to < from) throw new TradingError('out-of-range', { detail: 'to' })
  const hours = 1n + to / HOUR_MS - from / HOUR_MS
  const daily = times(readCount(input, 'principal'), readCount(input, 'dailyRate'))
  const hourly = showAmount(over(daily, fraction(24n)), { scale, mode: 'up' })
  return showAmount(times(readCount({ hourly }, 'hourly'), fraction(hours)), { scale, mode: 'up' })
}
