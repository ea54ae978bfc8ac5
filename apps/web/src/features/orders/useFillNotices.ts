import { useNumbers } from '@x/locale/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useUserStream } from '../../data/hooks/useUserStream.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { hasSound } from '../../lib/sounds.ts'
import { fillListeners } from '../../data/account-stream/applyToCache.ts'
import { mergedFills } from './mergedFills.ts'
import { type Side, type SpotFill } from '../../data/spot/model.ts'
import { ofPair } from '../order-terms/index.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'

export interface FillNotice {
  readonly orderId: string
  readonly pair: string
  readonly text: string
  /** The same with its pair before it. */
  readonly full: string
}

interface FillNoticesOptions {
  readonly show: (notice: FillNotice) => Shown
}

interface Shown {
  close(): void
}

/**
 * Notices that stand at once: they do not go while the page is hidden, and what trades in a night
 * would cover it. The log has them all.
 */
const MOST_AT_ONCE = 3

/**
 * Says of each order that trades how much of it did, and sounds where that is wished for. The
 * message log keeps each.
 */
export function useFillNotices({ show }: FillNoticesOptions): void {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const userStream = useUserStream()
  const { log, storage } = useServices()
  const specs = useSymbolIndex()
  const [notices] = useState<Shown[]>(() => [])
  const notify = useEffectEvent((fills: readonly SpotFill[]) => {
    const sides = new Set<Side>()
    for (const { orderId, side, symbol, size, price } of mergedFills(fills)) {
      const spec = specs.get(symbol)
      const sizeText = numbers.number(size, { digits: spec?.quantityPlace ?? 8, purpose: 'size' })
      const priceText = numbers.number(price, { digits: spec?.pricePlace ?? 8, purpose: 'price' })
      const text = t(side === 'buy' ? 'orders.bought' : 'orders.sold', {
        amount: `${sizeText} ${spec?.base ?? symbol}`,
        price: `${priceText} ${spec?.quote ?? ''}`.trim(),
      })
      const full = ofPair(text, spec)
      const pair = spec ? `${spec.base}/${spec.quote}` : symbol
      notices.push(show({ orderId, pair, text, full }))
      if (notices.length > MOST_AT_ONCE) notices.shift()?.close()
      log.add({ kind: 'info', text: full })
      sides.add(side)
    }
    // Once for each side: notes that are played upon each other grow louder.
    if (hasSound({ storage }, 'fills'))
      void import('./playFill.ts').then(({ playFill }) => sides.forEach((side) => playFill(side)))
  })
  useEffect(() => fillListeners(userStream).subscribe((fills) => notify(fills)), [userStream])
}
