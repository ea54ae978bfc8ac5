import type { useNumbers } from '@x/locale/react'
import type { useMessages } from '../../lib/messages/messages.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import type { Crossing } from './crossing.ts'

interface TextOptions {
  readonly t: ReturnType<typeof useMessages>
  readonly numbers: ReturnType<typeof useNumbers>
  readonly spec: SpotSymbol
}

/** That an order trades at once, how much of it, and at which price. */
export function crossingText(
  { average, filledBase, isComplete, isBeyondBook }: Crossing,
  { t, numbers, spec }: TextOptions,
): string {
  const figure = numbers.number(average, { digits: spec.pricePlace, purpose: 'price' })
  const price = `${figure} ${spec.quote}`
  if (isComplete) return t('spot.tradesAtOnce', { price })
  const amount = `${numbers.number(filledBase, { digits: spec.quantityPlace })} ${spec.base}`
  const text = t('spot.tradesPartly', { amount, price })
  return isBeyondBook ? `${text} ${t('spot.beyondBook')}` : text
}
