import { useStore } from '@x/kit/react'
import { useEffect, useEffectEvent } from 'react'
import { useAppSelector, useServices } from '../../app/servicesContext.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { selectSessionKey } from '../../data/store/slice.ts'
import { pendingOrders } from '../../data/submissions/unansweredOrders.ts'
import type { OrderDraft } from './orderDraft.ts'

/** A draft that was sent without an answer. */
export interface UnansweredDraft {
  readonly clientOid: string
  readonly draft: OrderDraft
}

interface UnansweredDraftOptions {
  readonly sent: UnansweredDraft | undefined
  /** The order of the draft stands: another press would be another order. */
  readonly onArrived: (draft: OrderDraft) => void
  readonly onNever: () => void
}

/**
 * Follows the outcome of the draft in the form, once it is found out; and whether this pair has
 * orders without an answer to show.
 */
export function useUnansweredDraft(
  { symbol }: SpotSymbol,
  { sent, onArrived, onNever }: UnansweredDraftOptions,
): { readonly hasLines: boolean } {
  const { session } = useServices()
  const orders = useStore(pendingOrders(session))
  const state = orders.find(({ clientOid }) => clientOid === sent?.clientOid)?.state
  const follow = useEffectEvent(() => {
    if (state === 'arrived' && sent) onArrived(sent.draft)
    if (state === 'never') onNever()
  })
  useEffect(() => follow(), [state])
  const owner = useAppSelector(selectSessionKey)
  return { hasLines: orders.some((order) => order.symbol === symbol && order.whose === owner) }
}
