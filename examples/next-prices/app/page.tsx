import { EmptyState } from '@x/ui/empty-state'
import { fetchPrices } from '../lib/prices'
import { PriceTable } from './PriceTable'

export const dynamic = 'force-dynamic'

/** A server component: it fetches the prices, and the HTML has the table. */
export default async function Page() {
  const { markets, rates } = await fetchPrices()
  if (markets.length === 0) return <EmptyState>No markets</EmptyState>
  return <PriceTable markets={markets} rates={rates} />
}
