export {
  connectionLost,
  createInProcessTransport,
  type Handler,
  type HandlerResponse,
  type ReceivedRequest,
} from '../testing.ts'
