import { createStore } from '@x/kit'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import type { PendingOrder } from '../../../data/submissions/createPendingOrders.ts'
import { createOrderTicket } from '../createOrderTicket.ts'
import { editAmount, type OrderDraft } from '../orderDraft.ts'
import { createPickedPriceStore } from '../pickedPrice.ts'
import { spotRules, type SpotTypes } from '../spotRules.ts'
import { trading } from '../spotTrading.ts'
import type { OrderSubmitter } from '../submitOrder.ts'
import type { TicketQuotes, TicketRules } from '../ticketProduct.ts'
import type { Refusal, SavedDraft } from '../ticketReducer.ts'

export const spec: SpotSymbol = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}

/** An answer that the test gives when it wants to. */
function createAnswer<T>() {
  const asked: { resolve: (value: T) => void; reject: (error: Error) => void }[] = []
  return {
    ask: () => new Promise<T>((resolve, reject) => void asked.push({ resolve, reject })),
    count: () => asked.length,
    give: async (value: T) => {
      asked.at(-1)?.resolve(value)
      await new Promise((resolve) => setTimeout(resolve))
    },
    fail: (error: Error) => asked.at(-1)?.reject(error),
  }
}

/**
 * A spot ticket on quotes that the test moves, with a submitter that confirms and sends when the
 * test says so.
 */
export function createTicketFixture({
  rules = spotRules,
  hasUser = true,
}: { readonly rules?: TicketRules<SpotTypes>; readonly hasUser?: boolean } = {}) {
  const quotes = createStore<TicketQuotes>({ book: undefined, ticker: undefined })
  const pendingOrders = createStore<readonly PendingOrder[]>([])
  const prices = createPickedPriceStore()
  const savedDraft = createStore<SavedDraft<OrderDraft> | undefined>(undefined)
  const confirmation = createAnswer<boolean>()
  const response = createAnswer<Refusal | undefined>()
  const sent: OrderDraft[] = []
  const mounts: string[] = []
  const submitter: OrderSubmitter<SpotTypes> = {
    prefetch: () => void mounts.push('prefetch'),
    mount() {
      mounts.push('mount')
      return () => void mounts.push('unmount')
    },
    confirm: () => confirmation.ask(),
    submit(draft) {
      sent.push(draft)
      return response.ask()
    },
  }
  const open = () =>
    createOrderTicket({
      rules,
      spec,
      terminal: { prices, savedDraft },
      side: undefined,
      quotes,
      pendingOrders,
    })
  const ticket = open()
  const draft = () => ticket.getState().draft
  ticket.setInputs({
    available: { base: '1', quote: '10000' },
    vipLevel: 0,
    ...(hasUser ? { trading, submitter } : { trading: undefined, submitter: undefined }),
  })
  return {
    ticket,
    draft,
    prices,
    savedDraft,
    confirmation,
    response,
    sent,
    mounts,
    submit: () => ticket.submit({ submitText: 'Buy BTC' }),
    edit: (change: Partial<OrderDraft>) =>
      ticket.dispatch({ type: 'edited', draft: { ...draft(), ...change } }),
    writeAmount: (amount: string) =>
      ticket.dispatch({ type: 'edited', draft: editAmount(draft(), amount) }),
    moveMarket: (last: string) =>
      quotes.setState({ book: quotes.getState().book, ticker: { last } }),
    settlePending: (clientOid: string, state: PendingOrder['state']) =>
      pendingOrders.setState([
        { clientOid, owner: '7 live', symbol: spec.symbol, terms: {}, state },
      ]),
  }
}
