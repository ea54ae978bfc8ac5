import { createStore, type Store } from '@x/kit'
import type { useNumbers } from '@x/locale/react'
import type { Quotes } from '@x/market/react'
import type { AppServices } from '../../data/services/appServices.ts'
import type { Side, SpotSymbol } from '../../data/spot/model.ts'
import type { AppDispatch } from '../../data/store/store.ts'
import type { useMessages } from '../../lib/messages/messages.ts'
import type { DraftField } from '../order-terms/index.ts'
import type { Available, OrderDraft } from './orderDraft.ts'
import type { OrderFigures } from './orderFigures.ts'
import type { OrderSubmitter } from './submitOrder.ts'
import type { TicketTerminal } from './TicketTerminal.ts'
import {
  newTicket,
  type TicketAction,
  ticketReducer,
  type TicketState,
  unreadableText,
} from './ticketReducer.ts'
import type { TradingModule } from './useTradingModule.ts'

/** What the market of the moment makes of the draft. */
export interface DraftVerdict {
  /** What is wrong with fields that hold an amount, in the user's language. */
  readonly problems: Readonly<Partial<Record<DraftField, string>>>
  /** The first field that must still be filled in. */
  readonly missing: DraftField | undefined
  readonly isReady: boolean
}

/** What a ticket cannot know itself: the account, the language, and the code that sends orders. */
export interface TicketInputs {
  /** Free balances; `undefined` for guests and until they are known. */
  readonly available: Available | undefined
  readonly vipLevel: number
  readonly t: ReturnType<typeof useMessages>
  readonly numbers: ReturnType<typeof useNumbers>
  /** `undefined` for guests: their draft is neither judged nor sent. */
  readonly trading: TradingModule | undefined
}

export interface OrderTicketState extends TicketState {
  readonly verdict: DraftVerdict
  readonly figures: OrderFigures
  readonly isSubmitting: boolean
}

/**
 * `kept`: the order was not sent or had no effect. `emptied`: it was placed and its draft emptied.
 * `edited`: it was placed, and the user had begun the next draft.
 */
export type SubmitOutcome = 'kept' | 'emptied' | 'edited'

/** The headless order ticket of one pair: draft, verdict and submission. */
export interface OrderTicket extends Store<OrderTicketState> {
  dispatch(action: TicketAction): void
  setInputs(inputs: TicketInputs): void
  /** Fetches the confirmation dialog ahead of a submission. */
  prefetch(): void
  /** Subscribes to market, picked prices and pending orders until the result is called. */
  connect(): () => void
  /** Confirms and sends the draft. */
  submit(options: { readonly submitText: string }): Promise<SubmitOutcome>
}

export interface OrderTicketOptions {
  readonly spec: SpotSymbol
  readonly terminal: TicketTerminal
  readonly side: Side | undefined
  readonly quotes: Store<Quotes>
  readonly services: AppServices
  readonly appDispatch: AppDispatch
}

const UNJUDGED: DraftVerdict = { problems: {}, missing: undefined, isReady: false }
const NO_FIGURES: OrderFigures = { fee: undefined, fill: undefined }

export function createOrderTicket({
  spec,
  terminal,
  side,
  quotes,
  services,
  appDispatch,
}: OrderTicketOptions): OrderTicket {
  const store = createStore<OrderTicketState>({
    ...withMarket(newTicket({ saved: terminal.savedDraft.getState(), side })),
    verdict: UNJUDGED,
    figures: NO_FIGURES,
    isSubmitting: false,
  })
  let inputs: TicketInputs | undefined
  let submitter: OrderSubmitter | undefined
  let unmount: (() => void) | undefined
  let isConnected = false
  /** Fetched with the first amount (docs/adr/web.md); after a failure the next one tries again. */
  let formulas: typeof import('./orderFigures.ts') | undefined
  let fetchedFor: string | undefined
  /** The draft that was sent without a response. */
  let pending: { readonly clientOid: string; readonly draft: OrderDraft } | undefined

  function withMarket(state: TicketState): TicketState {
    const picked = terminal.prices.getState()
    const after = picked ? ticketReducer(state, { type: 'picked', pick: picked, spec }) : state
    const price = quotes.getState().ticker?.last
    return price === undefined ? after : ticketReducer(after, { type: 'marketPrice', price, spec })
  }

  function verdictOf({ draft }: TicketState): DraftVerdict {
    const { book, ticker } = quotes.getState()
    if (!inputs?.trading) return UNJUDGED
    const { available, trading, t, numbers } = inputs
    const lastPrice = ticker?.last ?? null
    const { problems, missing, isReady } = trading.checkDraft(draft, {
      symbol: spec,
      lastPrice,
      bestBid: book?.bids[0]?.price ?? null,
      bestAsk: book?.asks[0]?.price ?? null,
      available,
    })
    const context = { t, numbers, spec, side: draft.side, type: draft.type, lastPrice }
    const texts = Object.entries(problems).map(([field, problem]) => [
      field,
      trading.problemText(problem, context),
    ])
    return { problems: Object.fromEntries(texts) as DraftVerdict['problems'], missing, isReady }
  }

  function figuresOf({ draft }: TicketState): OrderFigures {
    if (draft.amount === '' && draft.total === '') return NO_FIGURES
    if (!formulas) fetchFormulas(`${draft.amount} ${draft.total}`)
    const { book } = quotes.getState()
    const vipLevel = inputs?.vipLevel ?? 0
    return formulas?.orderFigures({ draft, spec, book, vipLevel }) ?? NO_FIGURES
  }

  function fetchFormulas(amounts: string): void {
    if (fetchedFor === amounts) return
    fetchedFor = amounts
    void import('./orderFigures.ts').then(
      (fetched) => {
        formulas = fetched
        update(store.getState())
      },
      () => undefined,
    )
  }

  /** Keeps a draft that the user has begun. */
  function save(): void {
    const { draft, takenPick, isEdited } = store.getState()
    if (isConnected && (isEdited || takenPick > 0))
      terminal.savedDraft.setState({ draft, takenPick })
  }

  /** Derives verdict and figures; listeners are called only where the state changes. */
  function update(ticket: TicketState): void {
    const before = store.getState()
    const verdict = same(before.verdict, verdictOf(ticket))
    const figures = same(before.figures, figuresOf(ticket))
    const next = { ...before, ...ticket, verdict, figures }
    if (isShallowEqual(next, before)) return
    store.setState(next)
    if (next.draft !== before.draft || next.takenPick !== before.takenPick) save()
  }

  const dispatch = (action: TicketAction): void =>
    update(withMarket(ticketReducer(store.getState(), action)))
  const readMarket = (): void => update(withMarket(store.getState()))
  const setSubmitting = (isSubmitting: boolean): void =>
    store.setState({ ...store.getState(), isSubmitting })

  function resolvePending(): void {
    const orders = services.pendingOrders.getState()
    const state = orders.find(({ clientOid }) => clientOid === pending?.clientOid)?.state
    if (!pending || state === undefined || state === 'unseen') return
    const { draft } = pending
    pending = undefined
    dispatch(
      state === 'arrived' ? { type: 'placed', draft } : { type: 'refused', refusal: undefined },
    )
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    dispatch,
    setInputs(next) {
      if (next.trading && !submitter) {
        submitter = next.trading.createOrderSubmitter({ spec, services, dispatch: appDispatch })
        if (isConnected) unmount = submitter.mount()
      }
      inputs = next
      update(store.getState())
    },
    prefetch: () => submitter?.prefetch(),
    connect() {
      isConnected = true
      unmount = submitter?.mount()
      readMarket()
      save()
      const stops = [
        quotes.subscribe(readMarket),
        terminal.prices.subscribe(readMarket),
        services.pendingOrders.subscribe(resolvePending),
      ]
      return () => {
        isConnected = false
        unmount?.()
        for (const stop of stops) stop()
      }
    },
    async submit({ submitText }) {
      const { draft, verdict, figures, isSubmitting } = store.getState()
      if (!submitter || isSubmitting || !verdict.isReady) return 'kept'
      if (unreadableText(store.getState()) !== undefined) return 'kept'
      const { confirm, submit } = submitter
      const book = () => quotes.getState().book
      // Before the dialog opens: a second press of the button would be a second order.
      setSubmitting(true)
      const send = async () =>
        (await confirm(draft, { book, figures, submitText }))
          ? { refusal: await submit(draft) }
          : undefined
      const sent = await send().finally(() => setSubmitting(false))
      if (!sent) return 'kept'
      const { refusal } = sent
      if (!refusal) {
        const isEdited = store.getState().draft !== draft
        dispatch({ type: 'placed', draft })
        return isEdited ? 'edited' : 'emptied'
      }
      const { pendingOid: clientOid } = refusal
      pending = clientOid === undefined ? undefined : { clientOid, draft }
      dispatch({ type: 'refused', refusal })
      return 'kept'
    },
  }
}

/** `before` where both hold the same plain values. */
const same = <T>(before: T, after: T): T =>
  JSON.stringify(before) === JSON.stringify(after) ? before : after

const isShallowEqual = (a: OrderTicketState, b: OrderTicketState): boolean =>
  (Object.keys(a) as (keyof OrderTicketState)[]).every((key) => Object.is(a[key], b[key]))
