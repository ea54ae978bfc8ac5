import { useRef, useState } from 'react'
import { useAppDispatch, useServices } from '../../../app/servicesContext.ts'
import { useMessages } from '../../../messages.ts'
import { serverText } from '../../errors/serverText.ts'
import type { SpotSymbol } from '../../orders/model.ts'
import type { OrderDraft } from './orderDraft.ts'
import type { DraftField } from './orderTypes.ts'
import type { Submission } from './submitDraft.ts'

export interface Refusal {
  /** `undefined`: it is about the whole order. */
  readonly field: DraftField | undefined
  readonly text: string
}

/** Fetched with the first order. */
const loadSender = async () => {
  const [{ createSubmitter }, { placeOrder }] = await Promise.all([import('./submitDraft.ts'), import('../../orders/placeOrder.ts')])
  return { createSubmitter, placeOrder }
}

/** Sends a draft as an order; answers `undefined` once it is placed, else what the server said against it. */
export function usePlaceOrder(spec: SpotSymbol, load = loadSender): { readonly place: (draft: OrderDraft) => Promise<Refusal | undefined>; readonly isPlacing: boolean } {
  const t = useMessages()
  const { random, toasts, log } = useServices()
  const dispatch = useAppDispatch()
  const submit = useRef<((draft: OrderDraft) => Promise<Submission>) | undefined>(undefined)
  const [isPlacing, setIsPlacing] = useState(false)

  const loadSubmit = async () => {
    const { createSubmitter, placeOrder } = await load()
    return (submit.current ??= createSubmitter({ spec, random, send: (order) => dispatch(placeOrder(order)) }))
  }

  const place = async (draft: OrderDraft): Promise<Refusal | undefined> => {
    setIsPlacing(true)
    try {
      const send = submit.current ?? (await loadSubmit().catch(() => undefined))
      if (!send) {
        // The code that sends orders could not be fetched, so that nothing has left: that must be said, not swallowed.
        const text = t('error.other')
        log.add({ kind: 'error', text })
        toasts.show({ kind: 'error', text })
        return { field: undefined, text }
      }
      const submission = await send(draft)
      if (submission.status === 'placed') {
        const { side, size, sizeUnit } = submission.terms
        const text = t(side === 'buy' ? 'spot.placedBuy' : 'spot.placedSell', { amount: size, unit: sizeUnit === 'quote' ? spec.quote : spec.base })
        toasts.show({ kind: 'success', text })
        log.add({ kind: 'success', text })
        return undefined
      }
      const { error, isUnknown, field, code, traceId, wasShown } = submission
      const text = isUnknown ? t('spot.notSent') : serverText(error, t)
      log.add({ kind: 'error', text, traceId, code })
      if (!field && !wasShown) toasts.show({ kind: 'error', text })
      return { field, text }
    } finally {
      setIsPlacing(false)
    }
  }
  return { place, isPlacing }
}
