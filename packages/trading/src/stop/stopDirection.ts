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
 * trading 2, the second check: take profit lies beyond the reference, stop loss before it. Wrong is
 * a message, not a blank.
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
