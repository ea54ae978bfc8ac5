import { createBusPublisher } from '../../../platform/event-bus/relay/createBusPublisher.ts'
import {
  createEdgeSocket,
  type EdgeSocket,
  type EdgeSocketOptions,
} from '../../../platform/event-bus/relay/createEdgeSocket.ts'
import { USERS_ON_BUS } from '../bus/userSubjects.ts'
import { createUserSocket, type UserSocketOptions } from './createUserSocket.ts'

/** The private socket of an edge, which serves it from the bus. */
export function createUserEdge(
  options: EdgeSocketOptions & Pick<UserSocketOptions, 'userAllowance'>,
): EdgeSocket {
  const publisher = createBusPublisher({
    ...options,
    named: USERS_ON_BUS,
    watchMs: options.checkMs,
  })
  return createEdgeSocket(
    { publisher, sockets: [createUserSocket({ ...options, publisher })] },
    options,
  )
}
