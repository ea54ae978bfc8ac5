import { useLayoutEffect } from 'react'
import { useServices } from '../../app/servicesContext.ts'
import { useAssetsQuery, useOpenOrdersQuery } from '../spot/api.ts'

/**
 * Brings the user's orders and balances from the query cache to those who show them, as long as
 * there is a user.
 */
export function OwnSideFeed() {
  const { ownSide } = useServices()
  const { currentData: orders } = useOpenOrdersQuery()
  const { currentData: assets } = useAssetsQuery()
  // Before the paint: the lists of the cache and these show the same orders.
  useLayoutEffect(() => ownSide.setState({ orders, assets }), [ownSide, orders, assets])
  // Before the feed of another pair's terminal begins: an effect of after the paint would take away
  // what that one has brought.
  useLayoutEffect(() => ownSide.clear, [ownSide])
  return null
}
