import { useNumbers } from '@x/locale/react'
import { useEffect } from 'react'
import type { Contract } from '../../data/futures/contracts.ts'
import { useLastTick } from '../../data/market/useLastTick.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { titleWith } from '../../lib/page-heads/pageHeads.ts'
import { BACKGROUND_UPDATES } from '../../lib/updateIntervals.ts'

/** The contract's price in the document's title; alone here, as a tick must not draw the page. */
export function ContractTitle({ spec }: { readonly spec: Contract }) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const { price: last } = useLastTick(spec.symbol, BACKGROUND_UPDATES)
  const title = titleWith(t('contract.title', { name: spec.name }))
  const price =
    last === undefined
      ? ''
      : `${numbers.number(last, { digits: spec.pricePlace, purpose: 'price' })} `
  useEffect(() => {
    document.title = price + title
  }, [price, title])
  return null
}
