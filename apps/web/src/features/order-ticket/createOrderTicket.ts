import { createStore, type Store } from '@x/kit'
import type { Side } from '../../data/spot/model.ts'
import type { PendingOrder } from '../../data/submissions/createPendingOrders.ts'
import type { OrderSubmitter } from './submitOrder.ts'
import type {
  FigureInput,
  TicketQuotes,
  TicketRules,
  TicketTrading,
  TicketTypes,
  TicketVerdict,
} from './ticketProduct.ts'
import {
  newTicket,
  type TicketAction,
  ticketReducer,
  type TicketState,
  unreadableText,
} from './ticketReducer.ts'
import type { TicketTerminal } from './TicketTerminal.ts'

/** What a ticket cannot know itself: the account, and the code that judges and sends orders. */
export interface TicketInputs<T extends TicketTypes> {
  /** What the user can spend; `undefined` for guests and until it is known. */
  readonly available: T['available'] | undefined
  readonly vipLevel: number
  /** `undefined` for guests: their draft is not judged. */
  readonly trading: Pick<TicketTrading<T>, 'check'> | undefined
  /** `undefined` for guests: their draft is not sent. */
  readonly submitter: OrderSubmitter<T> | undefined
}

export interface OrderTicketState<T extends TicketTypes> extends TicketState<T> {
  readonly verdict: TicketVerdict<T>
  readonly figures: T['figures']
  readonly isSubmitting: boolean
}

/**
 * `kept`: the order was not sent or had no effect. `emptied`: it was placed and its draft emptied.
 * `edited`: it was placed, and the user had begun the next draft.
 */
export type SubmitOutcome = 'kept' | 'emptied' | 'edited'

/** The headless order ticket of one symbol: draft, verdict and submission. */
export interface OrderTicket<T extends TicketTypes> extends Store<OrderTicketState<T>> {
  dispatch(action: TicketAction<T>): void
  setInputs(inputs: TicketInputs<T>): void
  /** Fetches the confirmation dialog ahead of a submission. */
  prefetch(): void
  /** Subscribes to market, picked prices and pending orders until the result is called. */
  connect(): () => void
  /** Confirms and sends the draft. */
  submit(options: { readonly submitText: string }): Promise<SubmitOutcome>
}

export interface OrderTicketOptions<T extends TicketTypes> {
  readonly rules: TicketRules<T>
  readonly spec: T['spec']
  readonly terminal: Pick<TicketTerminal<T['draft']>, 'prices' | 'savedDraft'>
  readonly side: Side | undefined
  readonly quotes: Store<TicketQuotes>
  readonly pendingOrders: Store<readonly PendingOrder[]>
}

export function createOrderTicket<T extends TicketTypes>({
  rules,
  spec,
  terminal,
  side,
  quotes,
  pendingOrders,
}: OrderTicketOptions<T>): OrderTicket<T> {
  const unjudged: TicketVerdict<T> = { problems: {}, missing: undefined, isReady: false }
  const store = createStore<OrderTicketState<T>>({
    ...withMarket(newTicket(rules, { saved: terminal.savedDraft.getState(), side })),
    verdict: unjudged,
    figures: rules.noFigures,
    isSubmitting: false,
  })
  let inputs: TicketInputs<T> | undefined
  let unmount: (() => void) | undefined
  let isConnected = false
  /** Fetched with the first amount (docs/adr/web.md); after a failure the next one tries again. */
  let estimate: ((input: FigureInput<T>) => T['figures']) | undefined
  let fetchedFor: string | undefined
  /** The draft that was sent without a response. */
  let pending: { readonly clientOid: string; readonly draft: T['draft'] } | undefined

  function withMarket(state: TicketState<T>): TicketState<T> {
    const pick = terminal.prices.getState()
    const after = pick ? ticketReducer(state, { type: 'picked', pick, spec }, rules) : state
    const price = quotes.getState().ticker?.last
    return price === undefined
      ? after
      : ticketReducer(after, { type: 'marketPrice', price, spec }, rules)
  }

  function verdictOf({ draft }: TicketState<T>): TicketVerdict<T> {
    if (!inputs?.trading) return unjudged
    const { available, trading } = inputs
    return trading.check(draft, { ...quotes.getState(), spec, available })
  }

  function figuresOf({ draft }: TicketState<T>): T['figures'] {
    const size = rules.sizeText(draft)
    if (size === '') return rules.noFigures
    if (!estimate) fetchFigures(size)
    const { book } = quotes.getState()
    const { vipLevel = 0, available } = inputs ?? {}
    return estimate?.({ draft, spec, book, vipLevel, available }) ?? rules.noFigures
  }

  function fetchFigures(size: string): void {
    if (fetchedFor === size) return
    fetchedFor = size
    void rules.loadFigures().then(
      (fetched) => {
        estimate = fetched
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
  function update(ticket: TicketState<T>): void {
    const before = store.getState()
    const verdict = keepEqual(before.verdict, verdictOf(ticket))
    const figures = keepEqual(before.figures, figuresOf(ticket))
    const next = { ...before, ...ticket, verdict, figures }
    const keys = Object.keys(next) as (keyof OrderTicketState<T>)[]
    if (keys.every((key) => Object.is(next[key], before[key]))) return
    store.setState(next)
    if (next.draft !== before.draft || next.takenPick !== before.takenPick) save()
  }

  const dispatch = (action: TicketAction<T>): void =>
    update(withMarket(ticketReducer(store.getState(), action, rules)))
  const readMarket = (): void => update(withMarket(store.getState()))
  const setSubmitting = (isSubmitting: boolean): void =>
    store.setState({ ...store.getState(), isSubmitting })

  function resolvePending(): void {
    const orders = pendingOrders.getState()
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
      const isOther = next.submitter !== inputs?.submitter
      inputs = next
      if (isOther && isConnected) {
        unmount?.()
        unmount = next.submitter?.mount()
      }
      update(store.getState())
    },
    prefetch: () => inputs?.submitter?.prefetch(),
    connect() {
      isConnected = true
      unmount = inputs?.submitter?.mount()
      readMarket()
      save()
      const stops = [
        quotes.subscribe(readMarket),
        terminal.prices.subscribe(readMarket),
        pendingOrders.subscribe(resolvePending),
      ]
      // What was found out while the ticket was away.
      resolvePending()
      return () => {
        isConnected = false
        unmount?.()
        unmount = undefined
        for (const stop of stops) stop()
      }
    },
    async submit({ submitText }) {
      const { draft, verdict, figures, isSubmitting } = store.getState()
      const submitter = inputs?.submitter
      if (!submitter || isSubmitting || !verdict.isReady) return 'kept'
      if (unreadableText(store.getState(), rules) !== undefined) return 'kept'
      // Before the dialog opens: a second press of the button would be a second order.
      setSubmitting(true)
      try {
        const book = () => quotes.getState().book
        if (!(await submitter.confirm(draft, { book, figures, submitText }))) return 'kept'
        const refusal = await submitter.submit(draft)
        if (!refusal) {
          const isEdited = store.getState().draft !== draft
          dispatch({ type: 'placed', draft })
          return isEdited ? 'edited' : 'emptied'
        }
        const { pendingOid: clientOid } = refusal
        pending = clientOid === undefined ? undefined : { clientOid, draft }
        dispatch({ type: 'refused', refusal })
        resolvePending()
        return 'kept'
      } finally {
        setSubmitting(false)
      }
    },
  }
}

/** `before` where both hold the same plain values, so that a listener sees no change. */
const keepEqual = <T extends object>(before: T, after: T): T =>
  isEqual(before, after) ? before : after

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false
  const one = a as Readonly<Record<string, unknown>>
  const other = b as typeof one
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  )
}
