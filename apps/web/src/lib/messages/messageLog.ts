import { type Clock, createStore, type Store } from '@x/kit'

export interface LoggedMessage {
  readonly id: number
  readonly kind: 'error' | 'success' | 'info'
  readonly text: string
  /** Local time, ms since the epoch. */
  readonly at: number
  readonly traceId: string | undefined
  readonly code: string | undefined
}

export interface MessageLogState {
  /** Newest first. */
  readonly messages: readonly LoggedMessage[]
  readonly unread: number
}

/** What toasts said, kept: a toast is never the only copy of a message that matters. */
export interface MessageLog extends Store<MessageLogState> {
  add(message: {
    kind: LoggedMessage['kind']
    text: string
    traceId?: string | undefined
    code?: string | undefined
  }): void
  markRead(): void
  /** Messages are about one user's doings: the next one starts with none. */
  clear(): void
}

const KEPT = 50

const EMPTY: MessageLogState = { messages: [], unread: 0 }

export function createMessageLog({ clock }: { clock: Pick<Clock, 'now'> }): MessageLog {
  const store = createStore(EMPTY)
  let nextId = 1
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    add({ kind, text, traceId, code }) {
      const { messages, unread } = store.getState()
      store.setState({
        messages: [{ id: nextId++, kind, text, at: clock.now(), traceId, code }, ...messages].slice(
          0,
          KEPT,
        ),
        unread: unread + 1,
      })
    },
    markRead() {
      const state = store.getState()
      if (state.unread > 0) store.setState({ ...state, unread: 0 })
    },
    clear: () => store.setState(EMPTY),
  }
}
