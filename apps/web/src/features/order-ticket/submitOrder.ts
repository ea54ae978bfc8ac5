import { isRequestError } from '@x/request'
import { ORDER_REFUSAL_CODES, orderRefusalOf } from '@x/trading'
import type { AppServices } from '../../data/services/appServices.ts'
import { captureSession } from '../../data/session/captureSession.ts'
import type { PlaceOrder, SpotSymbol } from '../../data/spot/model.ts'
import { outcomeOf, type PlacedResponse } from '../../data/spot/orderOutcome.ts'
import { api } from '../../data/store/api.ts'
import type { AppDispatch } from '../../data/store/store.ts'
import { createSubmitter } from '../../data/submissions/createSubmitter.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { isAnotherPair } from '../../lib/isAnotherPair.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { loadPendingOrders } from '../submissions/index.ts'
import {
  confirmDuplicateOrder,
  confirmOrder,
  type ConfirmOptions,
  fetchSummary,
} from './confirmOrder.ts'
import type { OrderDraft } from './orderDraft.ts'
import { orderOf } from './orderOf.ts'
import { readPrevention } from './prevention.ts'
import { refusedField } from './refusedField.ts'
import type { Refusal } from './ticketReducer.ts'

type OrderTerms = Omit<PlaceOrder, 'clientOid'>

/** The gateway looks the key of an order up before it refuses it with one of these codes. */
const DECIDED: readonly string[] = Object.values(ORDER_REFUSAL_CODES)

/**
 * Fetched before the first order is sent: without a network it could not be fetched when the
 * response does not come.
 */
async function loadFeedback() {
  const [feedback] = await Promise.all([import('./notifyOutcome.ts'), loadPendingOrders()])
  return feedback
}

/** Confirms and sends the orders of one ticket. */
export interface OrderSubmitter {
  /** Fetches the confirmation dialog ahead of a submission. */
  prefetch(): void
  /** Marks the ticket as shown until the returned function is called, which closes its dialog. */
  mount(): () => void
  /** Asks the user where the settings or the risk of the order require it. */
  confirm(
    draft: OrderDraft,
    options: Omit<ConfirmOptions, 'spec' | 'isCurrent' | 'signal'>,
  ): Promise<boolean>
  /** Sends a draft as an order. Resolves with a refusal unless the order had an effect. */
  submit(draft: OrderDraft): Promise<Refusal | undefined>
}

export interface OrderSubmitterOptions {
  readonly spec: SpotSymbol
  readonly services: AppServices
  readonly dispatch: AppDispatch
  readonly load?: typeof loadFeedback
}

/**
 * Creates the submitter of one ticket. An order whose outcome is unknown stays pending beyond the
 * ticket: the same terms are sent under the same `clientOid`, so that no order is placed twice.
 */
export function createOrderSubmitter({
  spec,
  services,
  dispatch,
  load = loadFeedback,
}: OrderSubmitterOptions): OrderSubmitter {
  const { catalog, client, location, log, pendingOrders, random, storage } = services
  let mounted = new AbortController()
  /** The draft that the user confirmed as a second order with the same terms. */
  let secondOrder: OrderDraft | undefined

  const submitter = createSubmitter<OrderTerms>({
    random,
    decided: DECIDED,
    pending: pendingOrders,
  })

  const termsOf = (draft: OrderDraft): OrderTerms => {
    const prevention = readPrevention(storage.get(STORAGE_KEYS.selfTrade))
    return {
      symbol: spec.symbol,
      ...orderOf(draft),
      // `taker` is the gateway's default.
      ...(prevention === 'taker' ? {} : { selfTradePrevention: prevention }),
    }
  }

  /** The same `clientOid` makes a repeated attempt safe (wire protocol, section 10). */
  const post = async (order: PlaceOrder) => {
    const response = await client.post<PlacedResponse>('/spot/order/place', {
      data: order,
      idempotencyField: 'clientOid',
      retries: 1,
      silent: true,
    })
    dispatch(api.util.invalidateTags(['OpenOrders', 'Assets', 'Fills']))
    return outcomeOf(response, { client })
  }

  const refuse = (text: string): Refusal => {
    log.add({ kind: 'error', text })
    services.toasts.show({ kind: 'error', text })
    return { field: undefined, text }
  }

  /** Asks about a draft with the terms of a pending order. */
  const confirmDuplicate = async (
    draft: OrderDraft,
    { submitText, isCurrent, signal }: Pick<ConfirmOptions, 'submitText' | 'isCurrent' | 'signal'>,
  ): Promise<boolean> => {
    const before = submitter.findInDoubt(termsOf(draft))
    if (!before) return true
    const { side } = draft
    const choice = await confirmDuplicateOrder(
      services,
      { ...before, symbol: spec.symbol, side },
      { submitText, side, isCurrent, signal, onArrived: () => submitter.settle(before.clientOid) },
    )
    if (choice === 'another') secondOrder = draft
    return choice !== undefined
  }

  return {
    // Without the dialog the submission tries again and reports its failure.
    prefetch: () => void fetchSummary(services).catch(() => undefined),
    mount() {
      const current = (mounted = new AbortController())
      return () => current.abort()
    },
    async confirm(draft, options) {
      const isSameSession = captureSession(dispatch)
      const isSamePair = () => !isAnotherPair(location.path(), spec)
      const { signal } = mounted
      const isCurrent = () => !signal.aborted && isSamePair() && isSameSession()
      const { submitText } = options
      return (
        isSamePair() &&
        (await confirmOrder(services, draft, { ...options, spec, isCurrent, signal })) &&
        (await confirmDuplicate(draft, { submitText, isCurrent, signal })) &&
        isSameSession()
      )
    },
    async submit(draft) {
      const isSameSession = captureSession(dispatch)
      // Its texts are shown when no response comes, and could not be fetched then.
      catalog.loadPart('pages').catch(() => undefined)
      const feedback = await load().catch(() => undefined)
      if (!feedback) return refuse(services.translate('error.other'))
      // An order is sent for the user and realm that it was written for, and reported to them only.
      if (!isSameSession()) return { field: undefined, text: services.translate('error.other') }
      const forceNew = draft === secondOrder
      secondOrder = undefined
      const submitted = await submitter.submit(termsOf(draft), { forceNew, send: post })
      if (!isSameSession()) return undefined
      if (submitted.status === 'accepted') {
        const { response: outcome, isRepeated } = submitted
        const placed = { terms: orderOf(draft), outcome, isRepeated, spec }
        const text = await feedback.notifyOutcome(services, placed)
        // The draft stays for another try where the order had no effect.
        return outcome.kind === 'unfilled' ? { field: undefined, text } : undefined
      }
      const { error, isUnknown, clientOid } = submitted
      const { code, traceId, field: named } = failureOf(error)
      const text = isUnknown
        ? services.translate('spot.notSent')
        : serverText(error, services.translate)
      const refusal = code === undefined ? undefined : orderRefusalOf(code)
      const field = isUnknown ? undefined : refusedField(draft, { refusal, named })
      const wasShown = isRequestError(error) && error.toasted
      log.add({ kind: 'error', text, traceId, code })
      if (!field && !wasShown) services.toasts.show({ kind: 'error', text })
      if (!isUnknown) return { field, text }
      pendingOrders.markUnseen(clientOid)
      return { field, text, pendingOid: clientOid }
    },
  }
}
