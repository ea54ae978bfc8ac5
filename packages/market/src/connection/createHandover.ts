import { type Clock, createStore, type Store, type TimerHandle } from '@x/kit'
import type { ConnectionState } from './MarketConnection.ts'

const IDLE: ConnectionState = { status: 'idle', attempt: 0 }

/** How long a change of leaders may last before the data counts as stale, in milliseconds. */
const HANDOVER_MS = 1_000

export interface HandoverOptions {
  readonly clock: Clock
  readonly onConnect: () => void
  readonly onDisconnect: () => void
}

/**
 * The connection state that a tab shows while the socket moves from one leading tab to another: a
 * short handover does not show, because the books are whole and a snapshot follows.
 */
export interface Handover {
  readonly state: Store<ConnectionState>
  /** The socket's state changed. `isNewLeader`: it is the socket of another leader than before. */
  update(next: ConnectionState, options?: { readonly isNewLeader?: boolean }): void
  /** Shows the open state for a while, whatever the new socket's state. */
  begin(): void
  cancel(): void
  /** Shows a state without calling `onConnect` or `onDisconnect`. */
  reset(next?: ConnectionState): void
}

export function createHandover({ clock, onConnect, onDisconnect }: HandoverOptions): Handover {
  const state = createStore<ConnectionState>(IDLE)
  let socketState = IDLE
  let timer: TimerHandle | undefined

  const cancel = (): void => {
    timer?.cancel()
    timer = undefined
  }
  const begin = (): void => {
    timer ??= clock.after(HANDOVER_MS, () => disconnect(socketState))
  }
  const disconnect = (next: ConnectionState): void => {
    cancel()
    const wasOpen = state.getState().status === 'open'
    state.setState(next)
    if (wasOpen) onDisconnect()
  }

  return {
    state,
    update(next, { isNewLeader = false } = {}) {
      socketState = next
      const wasOpen = state.getState().status === 'open'
      if (next.status === 'open') {
        const isNewConnection = !wasOpen || isNewLeader || timer !== undefined
        cancel()
        state.setState(next)
        if (isNewConnection) onConnect()
      } else if (wasOpen && next.status === 'connecting' && (isNewLeader || timer)) {
        begin()
      } else disconnect(next)
    },
    begin,
    cancel,
    reset(next = IDLE) {
      cancel()
      state.setState(next)
    },
  }
}
