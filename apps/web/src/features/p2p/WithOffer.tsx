import { ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import type { ReactNode } from 'react'
import { type P2pConfig, useP2pOffer } from '../../data/p2p/adverts.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'

/** What needs to know the coins, currencies and kinds of payment there are. */
export function WithOffer({
  rows,
  children,
}: {
  readonly rows: number
  readonly children: (offer: P2pConfig) => ReactNode
}) {
  const t = useP2pMessages()
  const { data: offer, error, refetch } = useP2pOffer()
  if (offer) return children(offer)
  if (!error) return <SkeletonRows rows={rows} />
  return (
    <ErrorState
      title={t('orders.failed')}
      onRetry={() => void refetch()}
      traceId={failureOf(error).traceId}
    >
      {serverText(error, t)}
    </ErrorState>
  )
}
