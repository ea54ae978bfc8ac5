import { isRequestError } from '@x/request'
import { orderRefusalOf } from '@x/trading'
import { useState } from 'react'
import { useAppDispatch, useServices } from '../../../app/servicesContext.ts'
import { useMessages } from '../../../messages.ts'
import { failureOf, serverText } from '../../errors/serverText.ts'
import { placeOrder } from '../../orders/placeOrder.ts'
import type { PlaceOrder, SpotSymbol } from '../../orders/model.ts'
import { createSubmissions } from './createSubmissions.ts'
import { type DraftField, orderOf, sizeFieldOf } from './draftOrder.ts'
import { isFateUnknown } from './isFateUnknown.ts'
import type { OrderDraft } from './orderDraft.ts'

export interface Refusal {
  /** `undefined`: it is about the whole order. */
  readonly field: DraftField | undefined
  readonly text: string
}

/** Sends a draft as an order; answers `undefined` once it is placed, else what the server said against it. */
export function usePlaceOrder(spec: SpotSymbol): { readonly place: (draft: OrderDraft) => Promise<Refusal | undefined>; readonly isPlacing: boolean } {
  const t = useMessages()
  const { random, toasts, log } = useServices()
  const dispatch = useAppDispatch()
  const [submissions] = useState(() => createSubmissions<Omit<PlaceOrder, 'clientOid'>>({ random }))
  const [isPlacing, setIsPlacing] = useState(false)

  const tell = (kind: 'success' | 'error', { text, traceId, code }: { text: string; traceId?: string | undefined; code?: string | undefined }): void => {
    toasts.show({ kind, text })
    log.add({ kind, text, traceId, code })
  }

  const place = async (draft: OrderDraft): Promise<Refusal | undefined> => {
    const { side, orderType, price, size, sizeUnit } = orderOf(draft)
    const order = submissions.begin({ symbol: spec.symbol, side, orderType: orderType === 'market' ? 'market' : 'limit', size, ...(price === undefined ? {} : { price }), ...(sizeUnit === undefined ? {} : { sizeUnit }) })
    setIsPlacing(true)
    try {
      await dispatch(placeOrder(order))
      submissions.end('answered')
      tell('success', { text: t(side === 'buy' ? 'spot.placedBuy' : 'spot.placedSell', { amount: size, unit: sizeUnit === 'quote' ? spec.quote : spec.base }) })
      return undefined
    } catch (error) {
      const isUnknown = isFateUnknown(error)
      submissions.end(isUnknown ? 'unknown' : 'answered')
      const { code, traceId, field: named } = failureOf(error)
      const text = isUnknown ? t('spot.notSent') : serverText(error, t)
      const field = isUnknown ? undefined : fieldOf(draft, { code, named })
      log.add({ kind: 'error', text, traceId, code })
      if (!field && !(isRequestError(error) && error.toasted)) toasts.show({ kind: 'error', text })
      return { field, text }
    } finally {
      setIsPlacing(false)
    }
  }
  return { place, isPlacing }
}

/** The field that a refusal is about (wire protocol, section 10). */
function fieldOf(draft: OrderDraft, { code, named }: { code: string | undefined; named: string | undefined }): DraftField | undefined {
  const sizeField = sizeFieldOf(draft)
  switch (code === undefined ? undefined : orderRefusalOf(code)) {
    case 'tick':
    case 'protection':
    case 'would-cross':
      return draft.type === 'limit' ? 'price' : sizeField
    case 'balance':
    case 'step':
    case 'minimum':
    case 'not-fillable':
      return sizeField
    case 'parameter':
      return named === 'price' ? 'price' : named === 'size' || named === 'sizeUnit' ? sizeField : undefined
    case undefined:
      return undefined
  }
}
