import { useNumbers } from '@x/locale/react'
import { useEffect } from 'react'
import { titleWith } from '../../lib/page-heads/pageHeads.ts'
import { useLastTick } from '../../data/market/useLastTick.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { BACKGROUND_UPDATES } from '../../lib/updateIntervals.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'

/**
 * The pair's price in the document's title, so that it can be watched from another tab. Alone here:
 * a tick must not draw the terminal again.
 */
export function PairTitle({ spec }: { spec: SpotSymbol }) {
  const t = useMessages()
  const { price: last } = useLastTick(spec.symbol, BACKGROUND_UPDATES)
  const numbers = useNumbers('trading')
  const title = titleWith(t('head.spot.title', { pair: `${spec.base}/${spec.quote}` }))
  const price =
    last === undefined
      ? ''
      : `${numbers.number(last, { digits: spec.pricePlace, purpose: 'price' })} `
  useEffect(() => {
    document.title = price + title
  }, [price, title])
  return null
}
