export {
  createGatewaySign,
  type GatewaySign,
  type GatewaySignOptions,
} from '../createGatewaySign.ts'
export type {
  BodyRequest,
  LoginAnswer,
  OutgoingRequest,
  SignRequest,
  SignSession,
} from '../requests.ts'
export { createStamp } from '../sign/createStamp.ts'
export type { Stamp } from '../sign/stamp.ts'
export { createSignedFetch, type SignedFetchOptions } from '../transport/createSignedFetch.ts'
export type { SignerOptions } from '../transport/createSignedExchange.ts'
export {
  signAxios,
  type AxiosAnswer,
  type AxiosInstanceLike,
  type AxiosRequest,
  type SignAxiosOptions,
} from '../transport/signAxios.ts'
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
export {
  createWireProfile,
  GS1,
  type GatewaySignConfig,
  type KeyAlgorithm,
  type WireProfile,
  type WireProfileChanges,
} from '../wire.ts'
export { ENCRYPTED_ENDPOINTS, SENSITIVE_FIELDS } from '../login/encryptedEndpoints.ts'
export type { CryptoSuite } from '../crypto/CryptoSuite.ts'
export type { BodyFormat } from '../crypto/jweHeader.ts'
export type { KeyProfile } from '../key/createKeySupply.ts'
