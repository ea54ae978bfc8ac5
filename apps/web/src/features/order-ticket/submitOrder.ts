import { createStore, type Store } from '@x/kit'
import { isRequestError } from '@x/request'
import { captureSession } from '../../data/session/captureSession.ts'
import type { AppDispatch } from '../../data/store/store.ts'
import type { PendingOrders } from '../../data/submissions/createPendingOrders.ts'
import { newSubmitter } from '../../data/submissions/createSubmitter.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import type { PageServices } from '../../lib/services/servicesContext.ts'
import { isAnotherPair } from '../../lib/isAnotherPair.ts'
import { confirmDuplicate, loadPendingOrders } from '../submissions/index.ts'
import { type FundsChoice, SPOT_FUNDS } from './fundsChoice.ts'
import type { ConfirmOptions, ReportPlaced, TicketTrading, TicketTypes } from './ticketProduct.ts'
import type { Refusal } from './ticketReducer.ts'

/** Confirms and sends the orders of one ticket. */
export interface OrderSubmitter<T extends TicketTypes> {
  /** Fetches the confirmation dialog ahead of a submission. */
  prefetch(): void
  /** Marks the ticket as shown until the returned function is called, which closes its dialog. */
  mount(): () => void
  /** Asks the user where the settings or the risk of the order require it. */
  confirm(
    draft: T['draft'],
    options: Omit<ConfirmOptions<T>, 'spec' | 'isCurrent' | 'signal'>,
  ): Promise<boolean>
  /** Sends a draft as an order. Resolves with a refusal unless the order had an effect. */
  submit(draft: T['draft']): Promise<Refusal | undefined>
}

export interface OrderSubmitterOptions<T extends TicketTypes> {
  readonly trading: TicketTrading<T>
  readonly spec: T['spec']
  /** The account that is traded. Default: spot. */
  readonly funds?: Store<FundsChoice>
  readonly services: PageServices
  readonly pendingOrders: PendingOrders
  readonly dispatch: AppDispatch
}

/**
 * Creates the submitter of one ticket. An order whose outcome is unknown stays pending beyond the
 * ticket: the same terms are sent under the same `clientOid`, so that no order is placed twice.
 */
export function createOrderSubmitter<T extends TicketTypes>({
  trading,
  spec,
  funds = createStore(SPOT_FUNDS),
  services,
  pendingOrders,
  dispatch,
}: OrderSubmitterOptions<T>): OrderSubmitter<T> {
  const { catalog, dialogs, location, log, storage, toasts } = services
  let mounted = new AbortController()
  /** The draft that the user confirmed as a second order with the same terms. */
  let secondOrder: T['draft'] | undefined

  const submitter = dispatch(
    newSubmitter<T['terms']>({ decided: trading.decided, pending: pendingOrders }),
  )
  const termsOf = (draft: T['draft']): T['terms'] =>
    trading.toRequest(draft, { spec, storage, funds: funds.getState() })

  const refuse = (text: string): Refusal => {
    log.add({ kind: 'error', text })
    toasts.error(text)
    return { field: undefined, text }
  }

  /**
   * Where a pending order has the terms of this draft: looks it up, then asks whether to send it
   * again or to place another one (docs/adr/order-form.md).
   */
  const confirmSameTerms = async (
    draft: T['draft'],
    {
      submitText,
      isCurrent,
      signal,
    }: Pick<ConfirmOptions<T>, 'submitText' | 'isCurrent' | 'signal'>,
  ): Promise<boolean> => {
    const before = submitter.findInDoubt(termsOf(draft))
    if (!before) return true
    const { side } = draft
    const [title, hasArrived] = await Promise.all([
      services.translatePage('outcome.sameTitle'),
      dispatch(trading.hasArrived({ ...before, symbol: spec.symbol, side })),
    ])
    if (!isCurrent()) return false
    if (title === undefined) {
      toasts.error(services.translate('error.other'))
      return false
    }
    if (hasArrived) submitter.settle(before.clientOid)
    const choice = await confirmDuplicate(
      { title, confirmText: submitText, variant: side, signal },
      { dialogs, facts: { kind: 'order', at: before.at, hasArrived } },
    )
    if (choice === 'another') secondOrder = draft
    return choice !== undefined
  }

  /** Reports a failed attempt and says which field it is about. */
  const reportFailure = (
    draft: T['draft'],
    { error, isUnknown }: { readonly error: unknown; readonly isUnknown: boolean },
  ): Refusal => {
    const { code, traceId, field: named } = failureOf(error)
    const text = isUnknown
      ? services.translate('spot.notSent')
      : (trading.errorText?.(error, services) ?? serverText(error, services.translate))
    const field = isUnknown ? undefined : trading.refusedField(draft, { code, named })
    const wasShown = isRequestError(error) && error.toasted
    log.add({ kind: 'error', text, traceId, code })
    if (!field && !wasShown) toasts.error(text)
    return { field, text }
  }

  /**
   * Fetched before an order is sent: without a network they could not be fetched when the response
   * does not come.
   */
  const loadReport = async (): Promise<ReportPlaced<T> | undefined> => {
    catalog.loadPart('pages').catch(() => undefined)
    const [report] = await Promise.all([trading.loadReport(), loadPendingOrders()]).catch(() => [])
    return report
  }

  return {
    // Without the dialog the submission tries again and reports its failure.
    prefetch: () => void trading.prefetchConfirmation(services).catch(() => undefined),
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
        (await trading.confirm(services, draft, { ...options, spec, isCurrent, signal })) &&
        (await confirmSameTerms(draft, { submitText, isCurrent, signal })) &&
        isSameSession()
      )
    },
    async submit(draft) {
      const isSameSession = captureSession(dispatch)
      const report = await loadReport()
      if (!report) return refuse(services.translate('error.other'))
      // An order is sent for the user and realm that it was written for, and reported to them only.
      if (!isSameSession()) return { field: undefined, text: services.translate('error.other') }
      const forceNew = draft === secondOrder
      secondOrder = undefined
      const submitted = await submitter.submit<T['response']>(termsOf(draft), {
        path: trading.endpoint,
        forceNew,
      })
      if (submitted.status === 'accepted') {
        const { response, isRepeated } = submitted
        const { text, hasEffect } = await report(
          { draft, spec, response, isRepeated },
          { services, dispatch, isCurrent: isSameSession },
        )
        // The draft stays for another try where the order had no effect.
        return hasEffect ? undefined : { field: undefined, text }
      }
      if (!isSameSession()) return undefined
      const refusal = reportFailure(draft, submitted)
      if (!submitted.isUnknown) return refusal
      const { clientOid } = submitted
      pendingOrders.markUnseen(clientOid)
      return { ...refusal, pendingOid: clientOid }
    },
  }
}
