export {
  createGatewaySign,
  type GatewaySign,
  type GatewaySignOptions,
} from '../createGatewaySign.ts'
export type { BodyRequest, OutgoingRequest, SignRequest } from '../requests.ts'
export { configTable, type GatewaySignState } from '../config/configMachine.ts'
export type { EmitEvent, GatewaySignEvent } from '../events.ts'
export {
  GatewaySignError,
  isGatewaySignError,
  type GatewaySignErrorCode,
} from '../GatewaySignError.ts'
export {
  VERDICT_REACTIONS,
  type SignVerdictCode,
  type VerdictReaction,
} from '../verdictReactions.ts'
export { GS1, type GatewaySignConfig, type KeyAlgorithm, type WireProfile } from '../wire.ts'
export { ENCRYPTED_ENDPOINTS, SENSITIVE_FIELDS } from '../login/encryptedEndpoints.ts'
export type { CryptoSuite } from '../crypto/CryptoSuite.ts'
export type { BodyFormat } from '../crypto/jweHeader.ts'
export type { KeyProfile } from '../key/createKeySupply.ts'
