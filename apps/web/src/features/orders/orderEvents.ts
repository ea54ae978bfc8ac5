import { createStore, type Store } from '@x/kit'
import type { ToastQueue } from '@x/ui/toast'
import type { PageServices } from '../../lib/services/servicesContext.ts'

/** What happened to an order, in one line. */
export interface OrderEvent {
  readonly kind: 'success' | 'warning' | 'info' | 'error'
  /** With the pair, the amount and the price. */
  readonly text: string
  /** Orders that the event is about; the line offers to change or cancel one that is still live. */
  readonly orderId?: string | undefined
  /** `filled` names the price of a fill: it replaces the notice that its order was placed. */
  readonly phase?: 'placed' | 'filled' | undefined
}

/** The line of order events at the orders panel. */
export interface OrderEvents extends Store<OrderEvent | undefined> {
  /**
   * Shows an event at the panel, or as a toast where no panel is on screen. Returns what takes it
   * back.
   */
  show(event: OrderEvent): { close(): void }
  clear(event?: OrderEvent): void
  /** Marks a panel as on screen until the returned function is called. */
  mount(): () => void
}

const lines = new WeakMap<ToastQueue, OrderEvents>()

/** The line of the page that shows these toasts. */
export function orderEventsOf(toasts: ToastQueue): OrderEvents {
  const known = lines.get(toasts)
  if (known) return known
  const events = createOrderEvents(toasts)
  lines.set(toasts, events)
  return events
}

/** Shows an event at the orders panel, and keeps its text in the message log. */
export function reportOrder(
  { toasts, log }: Pick<PageServices, 'toasts' | 'log'>,
  event: OrderEvent,
): void {
  orderEventsOf(toasts).show(event)
  const { kind, text } = event
  log.add({ kind: kind === 'warning' ? 'info' : kind, text })
}

function createOrderEvents(toasts: Pick<ToastQueue, 'show'>): OrderEvents {
  const store = createStore<OrderEvent | undefined>(undefined)
  let panels = 0
  const clear = (event = store.getState()) => {
    if (store.getState() === event) store.setState(undefined)
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    clear,
    show(event) {
      if (panels === 0) return toasts.show({ kind: event.kind, text: event.text })
      if (!isKnown(event, { shown: store.getState() })) store.setState(event)
      return { close: () => clear(event) }
    },
    mount() {
      panels += 1
      return () => {
        panels -= 1
        if (panels === 0) store.setState(undefined)
      }
    },
  }
}

/** The fill of an order says all that the notice of its placement does, and its price. */
const isKnown = (
  { orderId, phase }: OrderEvent,
  { shown }: { readonly shown: OrderEvent | undefined },
): boolean =>
  phase === 'placed' &&
  shown?.phase === 'filled' &&
  orderId !== undefined &&
  shown.orderId === orderId
