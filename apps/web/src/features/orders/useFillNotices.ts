import { useNumbers } from '@x/locale/react'
import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { STORAGE_KEYS } from '../../storageKeys.ts'
import type { UserMessage } from '../user-stream/userMessage.ts'
import { mergedFills } from './mergedFills.ts'
import { type SpotFill, type SpotSymbol, specIndex } from './model.ts'

export interface FillNotice {
  readonly pair: string
  readonly text: string
}

interface FillNoticesOptions {
  readonly symbols: readonly SpotSymbol[]
  readonly show: (notice: FillNotice) => void
}

/** Says of each order that trades how much of it did, and sounds where that is wished for. The message log keeps each. */
export function useFillNotices({ symbols, show }: FillNoticesOptions): void {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const { userStream, log, storage } = useServices()
  const tell = useEffectEvent(({ topic, type, data }: UserMessage) => {
    if (topic !== 'fills' || type !== 'delta') return
    const specs = specIndex(symbols)
    for (const { side, symbol, size, price } of mergedFills(data as readonly SpotFill[])) {
      const spec = specs.get(symbol)
      const text = t(side === 'buy' ? 'orders.bought' : 'orders.sold', {
        amount: `${numbers.number(size, { digits: spec?.quantityPlace ?? 8, purpose: 'size' })} ${spec?.base ?? symbol}`,
        price: `${numbers.number(price, { digits: spec?.pricePlace ?? 8, purpose: 'price' })} ${spec?.quote ?? ''}`.trim(),
      })
      show({ pair: spec ? `${spec.base}/${spec.quote}` : symbol, text })
      log.add({ kind: 'info', text })
      if (storage.get(STORAGE_KEYS.sounds) === 'on') void import('./playFill.ts').then(({ playFill }) => playFill(side))
    }
  })
  useEffect(() => userStream.subscribe((message) => tell(message)), [userStream])
}
