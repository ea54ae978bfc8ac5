import type { PriceOptions } from '../numbers/priceParts.ts'
import { type Surface, useNumbers } from './useNumbers.ts'

/** Props of {@link PriceText}. */
export interface PriceTextProps extends Omit<PriceOptions, 'locale'> {
  readonly value: string | null | undefined
  /** Default `trading`. */
  readonly surface?: Surface
}

const UNSELECTABLE = { userSelect: 'none', WebkitUserSelect: 'none' } as const
const UNSEEN = { fontSize: 0 } as const
const ONLY_SAID = {
  ...UNSELECTABLE,
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const

/**
 * A price; a tiny one with the count of its zeros as a subscript. A screen reader says the full
 * value, and the full value is what is copied: the count cannot be selected, and the zeros it
 * represents are there at no size, so that a copied row of a table is right as well.
 */
export function PriceText({ value, surface = 'trading', ...options }: PriceTextProps) {
  const { head, zeros, tail, label } = useNumbers(surface).price(value, options)
  if (zeros === undefined) return <bdi dir="ltr">{head}</bdi>
  return (
    <bdi dir="ltr">
      <span style={ONLY_SAID}>{label}</span>
      <span aria-hidden="true">
        {head}
        <sub style={UNSELECTABLE}>{zeros}</sub>
        <span style={UNSEEN}>{'0'.repeat(zeros - 1)}</span>
        {tail}
      </span>
    </bdi>
  )
}
