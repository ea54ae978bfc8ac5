import { createBusPublisher } from '../../../platform/event-bus/relay/createBusPublisher.ts'
import {
  createEdgeSocket,
  type EdgeSocket,
  type EdgeSocketOptions,
} from '../../../platform/event-bus/relay/createEdgeSocket.ts'
import { MARKET_TOPICS } from '../publish/busSubjects.ts'
import { marketSocket } from '../publish/marketSocket.ts'

/** The market socket of an edge, which serves it from the bus. */
export function createMarketEdge(options: EdgeSocketOptions): EdgeSocket {
  const { clock, checkMs } = options
  const publisher = createBusPublisher({ ...options, named: MARKET_TOPICS, watchMs: checkMs })
  return createEdgeSocket(
    { publisher, sockets: [marketSocket({ publisher, now: clock.now })] },
    options,
  )
}
