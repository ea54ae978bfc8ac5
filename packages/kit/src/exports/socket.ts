export {
  createReconnectingSocket,
  type ReconnectingSocket,
  type ReconnectingSocketOptions,
  type SocketLoss,
  type SocketState,
} from '../createReconnectingSocket.ts'
