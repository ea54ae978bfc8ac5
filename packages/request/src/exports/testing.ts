export {
  connectionLost,
  createInProcessTransport,
  type Handler,
  type HandlerAnswer,
  type ReceivedRequest,
} from '../testing.ts'
