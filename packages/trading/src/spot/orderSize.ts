import type { RoundingMode } from '@x/decimal'
import { over, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { showAmount, showPlain, showPrice } from '../rounding.ts'
import type { OrderSide } from './symbolRules.ts'

/** Arguments of {@link orderValue}; decimal strings. */
export interface OrderValueInput {
  readonly price: string
  readonly size: string
}

/**
 * price x size in quote: every digit, or rounded where a scale is given (half away from zero by
 * default).
 */
export function orderValue(
  input: OrderValueInput,
  { scale, mode = 'half-away' }: { readonly scale?: number; readonly mode?: RoundingMode } = {},
): string {
  const value = times(readCount(input, 'price'), readCount(input, 'size'))
  return scale === undefined ? showPlain(value) : showAmount(value, { scale, mode })
}

/** Arguments of {@link sizeForValue}; decimal strings. */
export interface SizeForValueInput {
  readonly value: string
  readonly price: string
  readonly stepSize: string
}

/** The most whole steps that an amount of quote pays for. */
export function sizeForValue(input: SizeForValueInput): string {
  return showPrice(over(readCount(input, 'value'), readPositive(input, 'price')), {
    tick: input.stepSize,
    mode: 'down',
  })
}

/** Arguments of {@link sizeForShare}; decimal strings. */
export interface SizeForShareInput {
  readonly side: OrderSide
  /** As a fraction of what is free: `0.25` is 25 %. */
  readonly share: string
  readonly available: { readonly base: string; readonly quote: string }
  readonly price: string
  readonly stepSize: string
}

/** What a percentage slider sets: whole steps, never more than the balance pays for. */
export function sizeForShare({
  side,
  share,
  available,
  price,
  stepSize,
}: SizeForShareInput): string {
  const part = readCount({ share }, 'share')
  if (side === 'sell')
    return showPrice(times(readCount(available, 'base'), part), { tick: stepSize, mode: 'down' })
  return showPrice(
    over(times(readCount(available, 'quote'), part), readPositive({ price }, 'price')),
    { tick: stepSize, mode: 'down' },
  )
}
