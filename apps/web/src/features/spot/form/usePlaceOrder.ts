import { useRef, useState } from 'react'
import { useAppDispatch, useServices } from '../../../app/servicesContext.ts'
import { useMessages } from '../../../messages.ts'
import { serverText } from '../../errors/serverText.ts'
import { STORAGE_KEYS } from '../../../storageKeys.ts'
import type { SpotSymbol } from '../../orders/model.ts'
import type { OrderDraft } from './orderDraft.ts'
import type { DraftField } from './orderTypes.ts'
import type { PlacedSubmission, Submission } from './submitDraft.ts'

export interface Refusal {
  /** `undefined`: it is about the whole order. */
  readonly field: DraftField | undefined
  readonly text: string
}

interface Sender {
  readonly submit: (draft: OrderDraft) => Promise<Submission>
  readonly tell: (placed: PlacedSubmission) => Promise<string>
}
const NONE: { readonly [K in keyof Sender]?: undefined } = {}

/** Fetched with the first order. */
const loadSender = () => import('./sender.ts')

/** Sends a draft as an order; answers `undefined` once it did something, else what the server said against it. */
export function usePlaceOrder(spec: SpotSymbol, load = loadSender): { readonly place: (draft: OrderDraft) => Promise<Refusal | undefined>; readonly isPlacing: boolean } {
  const t = useMessages()
  const services = useServices()
  const { random, toasts, log, storage } = services
  const dispatch = useAppDispatch()
  const sender = useRef<Sender | undefined>(undefined)
  const [isPlacing, setIsPlacing] = useState(false)

  const loadOnce = async (): Promise<Sender> => {
    const { createSubmitter, placeOrder, readPrevention, tellOutcome } = await load()
    return (sender.current ??= { submit: createSubmitter({ spec, random, prevention: () => readPrevention(storage.get(STORAGE_KEYS.selfTrade)), send: (order) => dispatch(placeOrder(order)) }), tell: (told) => tellOutcome(services, { ...told, spec }) })
  }

  const place = async (draft: OrderDraft): Promise<Refusal | undefined> => {
    setIsPlacing(true)
    try {
      const { submit, tell } = sender.current ?? (await loadOnce().catch(() => NONE))
      if (!submit) {
        // The code that sends orders could not be fetched, so that nothing has left: that must be said, not swallowed.
        const text = t('error.other')
        log.add({ kind: 'error', text })
        toasts.show({ kind: 'error', text })
        return { field: undefined, text }
      }
      const submission = await submit(draft)
      if (submission.status === 'placed') {
        const text = await tell(submission)
        // What did nothing leaves the draft as it is, for another try.
        return submission.outcome.kind === 'unfilled' ? { field: undefined, text } : undefined
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
