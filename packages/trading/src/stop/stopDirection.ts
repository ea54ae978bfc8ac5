import { compared } from '../fraction.ts'
import type { PositionSide } from '../position/contract.ts'
import { readPositive } from '../read.ts'

/** Arguments of {@link stopDirection}; decimal strings. */
export interface StopDirectionInput {
  readonly kind: 'take-profit' | 'stop-loss'
  readonly side: PositionSide
  readonly price: string
  /** What triggers are measured against: entry, mark or last price, as the symbol has it. */
  readonly reference: string
}

/** Whether a trigger is on the right side of its reference. */
export type StopDirection =
  | { readonly status: 'right' }
  | { readonly status: 'wrong'; readonly expected: 'above' | 'below' }

/**
 * On which side of the reference a trigger must lie: take profit beyond it, stop loss before it
 * (trading 2). Wrong is a message, not a blank.
 */
export function stopDirection({ kind, side, price, reference }: StopDirectionInput): StopDirection {
  const expected = (kind === 'take-profit') === (side === 'long') ? 'above' : 'below'
  const difference = compared(
    readPositive({ price }, 'price'),
    readPositive({ reference }, 'reference'),
  )
  return (expected === 'above' ? difference > 0 : difference < 0)
    ? { status: 'right' }
    : { status: 'wrong', expected }
}
