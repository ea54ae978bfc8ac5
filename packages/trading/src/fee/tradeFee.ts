import { times } from '../fraction.ts'
import { readCount } from '../read.ts'
import { showAmount } from '../rounding.ts'

/** Arguments of {@link tradeFee}; decimal strings. */
export interface TradeFeeInput {
  /**
   * What the fee is taken from: base received by a buyer, quote received by a seller, the notional
   * of futures.
   */
  readonly amount: string
  /** As a fraction: `0.001` is 0.1 %. */
  readonly rate: string
}

/** Fees round up, at the fee asset's decimals (trading 1). */
export function tradeFee(input: TradeFeeInput, { scale }: { readonly scale: number }): string {
  return showAmount(times(readCount(input, 'amount'), readCount(input, 'rate')), {
    scale,
    mode: 'up',
  })
}
