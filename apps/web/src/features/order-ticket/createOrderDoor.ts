import { serverText } from '../../lib/errors/serverText.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { Services } from '../../app/services.ts'
import type { AppDispatch } from '../../data/store/store.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { sessionKey, captureSession } from '../../data/session/pinOwner.ts'
import { isAnotherPair } from '../../lib/isAnotherPair.ts'
import type { Submitter } from '../../data/submissions/createSubmissions.ts'
import { pendingOrders } from '../../data/submissions/unansweredOrders.ts'
import { confirmOrder, type ConfirmOptions, fetchSummary } from './confirmOrder.ts'
import type { OrderDraft } from './orderDraft.ts'
import { orderOf } from './orderOf.ts'
import type { DraftField } from '../order-terms/index.ts'
import type { OrderTerms, PlacedSubmission, DraftSubmitter } from './submitDraft.ts'

export interface Refusal {
  /** `undefined`: it is about the whole order. */
  readonly field: DraftField | undefined
  readonly text: string
  /** The client order id of an order whose outcome is not known. */
  readonly unanswered?: string
}

interface Sender extends DraftSubmitter, Pick<Submitter<object>, 'settle'> {
  readonly askSameOrder: typeof import('./askSameOrder.ts').askSameOrder
  readonly tell: (placed: PlacedSubmission) => Promise<string>
}
const NONE: { readonly [K in keyof Sender]?: undefined } = {}

/** Fetched with the first order. */
const loadSender = () => import('./sender.ts')

export interface OrderDoor {
  /** Somebody is about to send: what an order is asked about with is fetched ahead. */
  comeNear(): void
  /**
   * The form is on screen, until what is returned is called: a question about an order goes with
   * the form that it is about.
   */
  stay(): () => void
  /** Asks where the trader wants to be asked. */
  confirm(draft: OrderDraft, options: Omit<ConfirmOptions, 'spec' | 'isStill'>): Promise<boolean>
  /**
   * Sends a draft as an order; answers `undefined` once it did something, else what the server said
   * against it.
   */
  place(draft: OrderDraft): Promise<Refusal | undefined>
}

export interface OrderDoorOptions {
  readonly spec: SpotSymbol
  readonly services: Services
  readonly dispatch: AppDispatch
  readonly load?: typeof loadSender
}

/**
 * The orders of one form. An order whose fate is unknown keeps its key beyond it
 * (docs/adr/order-form.md).
 */
export function createOrderDoor({
  spec,
  services,
  dispatch,
  load = loadSender,
}: OrderDoorOptions): OrderDoor {
  const {
    serverClock,
    random,
    say,
    session,
    toasts,
    log,
    storage,
    dialogs,
    place: address,
  } = services
  let sender: Sender | undefined
  let isHere = true
  let isAsking = false
  /** The draft that was said to be another order than the same one before. */
  let another: OrderDraft | undefined

  const loadOnce = async (): Promise<Sender> => {
    // Its texts are shown when an answer does not come, and could then not be fetched.
    services.catalog.loadPart('pages').catch(() => undefined)
    const {
      askSameOrder,
      createSubmitter,
      createDraftSubmitter,
      createPendingSubmissions,
      DECIDED,
      placeOrder,
      readPrevention,
      tellOutcome,
    } = await load()
    const submitter = createSubmitter<OrderTerms>({
      random,
      decided: DECIDED,
      unanswered: createPendingSubmissions({
        kind: 'orders',
        storage: session,
        clock: serverClock,
        whose: () => sessionKey(dispatch),
      }),
    })
    const draftSubmitter = createDraftSubmitter({
      spec,
      submitter,
      prevention: () => readPrevention(storage.get(STORAGE_KEYS.selfTrade)),
      send: (order) => dispatch(placeOrder(order)),
    })
    return (sender ??= {
      ...draftSubmitter,
      settle: submitter.settle,
      askSameOrder,
      tell: (told) => tellOutcome(services, { ...told, spec }),
    })
  }

  /**
   * Whether an order that looks like one without an answer is to be sent, and as which of the two.
   */
  const isMeant = async (
    draft: OrderDraft,
    {
      submitText,
      isStill,
      isStillTheirs,
    }: Pick<ConfirmOptions, 'submitText' | 'isStill'> & { readonly isStillTheirs: () => boolean },
  ): Promise<boolean> => {
    // What cannot be fetched is said by `place`, which asks for it again.
    const loaded = sender ?? (await loadOnce().catch(() => undefined))
    const before = loaded?.findInDoubt(draft)
    if (!loaded || !before) return isStillTheirs()
    const { side } = draft
    const meant = await loaded.askSameOrder(
      services,
      { ...before, symbol: spec.symbol, side },
      { submitText, side, isStill, onArrived: () => loaded.settle(before.clientOid) },
    )
    if (meant === 'another') another = draft
    return meant !== undefined
  }

  return {
    // An order is another attempt, and says so when it fails.
    comeNear: () => void fetchSummary(services).catch(() => undefined),
    stay() {
      isHere = true
      return () => {
        isHere = false
        if (isAsking) dialogs.closeAll()
      }
    },
    async confirm(draft, options) {
      const isStillTheirs = captureSession(dispatch)
      const isMeantHere = () => !isAnotherPair(address.path(), spec)
      const isStill = () => isHere && isMeantHere() && isStillTheirs()
      isAsking = true
      const ask = async () =>
        isMeantHere() &&
        (await confirmOrder(services, draft, { ...options, spec, isStill })) &&
        isMeant(draft, { submitText: options.submitText, isStill, isStillTheirs })
      return ask().finally(() => (isAsking = false))
    },
    async place(draft) {
      const isStill = captureSession(dispatch)
      const { submit, tell } = sender ?? (await loadOnce().catch(() => NONE))
      if (!submit) {
        // The code that sends orders could not be fetched, so that nothing has left: that must be
        // said, not swallowed.
        const text = say('error.other')
        log.add({ kind: 'error', text })
        toasts.show({ kind: 'error', text })
        return { field: undefined, text }
      }
      // An order is sent, and told of, to who wrote it and for the funds it was
      // written for.
      if (!isStill()) return { field: undefined, text: say('error.other') }
      const forceNew = draft === another
      another = undefined
      const submission = await submit(draft, { forceNew })
      if (!isStill()) return undefined
      if (submission.status === 'placed') {
        const text = await tell(submission)
        // What did nothing leaves the draft as it is, for another try.
        return submission.outcome.kind === 'unfilled' ? { field: undefined, text } : undefined
      }
      const { error, isUnknown, clientOid, field, code, traceId, wasShown } = submission
      const text = isUnknown ? say('spot.notSent') : serverText(error, say)
      log.add({ kind: 'error', text, traceId, code })
      if (!field && !wasShown) toasts.show({ kind: 'error', text })
      if (!isUnknown) return { field, text }
      const orders = pendingOrders(services.session)
      const others = orders.getState().filter((order) => order.clientOid !== clientOid)
      orders.setState([
        ...others,
        {
          clientOid,
          whose: sessionKey(dispatch),
          symbol: spec.symbol,
          terms: { ...orderOf(draft) },
          state: 'unseen',
        },
      ])
      return { field, text, unanswered: clientOid }
    },
  }
}
