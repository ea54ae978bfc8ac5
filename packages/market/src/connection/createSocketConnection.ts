import { createReconnectingSocket } from '@x/kit/socket'
import { type Address, PING_TEXT, subscribeText } from '../wire.ts'
import type { ConnectionOptions, MarketConnection } from './MarketConnection.ts'

/** A market connection with a socket of its own. */
export function createSocketConnection({
  onConnect,
  onMessage,
  onDisconnect,
  ...options
}: ConnectionOptions): MarketConnection {
  const socket = createReconnectingSocket({
    ...options,
    pingText: PING_TEXT,
    onOpen: onConnect,
    onMessage,
    onLost: ({ wasOpen }) => wasOpen && onDisconnect(),
  })
  const send = (op: 'subscribe' | 'unsubscribe', topics: readonly Address[]): void => {
    if (topics.length > 0) socket.send(subscribeText(op, topics))
  }
  return {
    state: socket.state,
    start: socket.start,
    stop: socket.stop,
    subscribe: (topics) => send('subscribe', topics),
    unsubscribe: (topics) => send('unsubscribe', topics),
    dispose: socket.dispose,
  }
}
