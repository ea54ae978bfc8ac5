export {
  GatewaySignError,
  isGatewaySignError,
  type GatewaySignErrorCode,
} from '../GatewaySignError.ts'
export {
  createWireProfile,
  GS1,
  type GatewaySignConfig,
  type KeyAlgorithm,
  type WireProfile,
  type WireProfileChanges,
} from '../wire.ts'
export { assertServerIdentity, type IdentityFault } from '../server/assertServerIdentity.ts'
export {
  buildSignConfig,
  type SignConfigOptions,
  type SignRules,
} from '../server/buildSignConfig.ts'
export {
  createDecryptor,
  type Decrypted,
  type Decryptor,
  type DecryptorOptions,
  type DecryptRequest,
} from '../server/createDecryptor.ts'
export type { BodyFormat } from '../crypto/jweHeader.ts'
export { createMemoryReplayStore } from '../server/createMemoryReplayStore.ts'
export {
  createServerIdentity,
  type OnlineServerIdentity,
  type ServerIdentity,
  type ServerIdentityOptions,
} from '../server/createServerIdentity.ts'
export {
  createVerifier,
  type KeyLookup,
  type ReplayStore,
  type Verdict,
  type VerdictCode,
  type VerdictReason,
  type Verifier,
  type VerifierOptions,
  type VerifyRequest,
} from '../server/createVerifier.ts'
export { signConfig, type SignConfigurationOptions } from '../server/signConfig.ts'
export { keyIdOf, type ClientKey } from '../server/clientKey.ts'
export { verifyUserCheckDevice, type UserCheckDevice } from '../server/verifyUserCheckDevice.ts'
export {
  createSignGuard,
  type Admitted,
  type GuardedRequest,
  type GuardReason,
  type Refusal,
  type RefusalAnswer,
  type SignGuard,
  type SignGuardOptions,
} from '../server/guard/createSignGuard.ts'
export { expressSign, type ExpressRequest, type ExpressSign } from '../server/guard/expressSign.ts'
export {
  fastifySign,
  type FastifyLike,
  type FastifyReplyLike,
  type FastifyRequestLike,
  type FastifySign,
} from '../server/guard/fastifySign.ts'
export {
  nodeSign,
  type AdmittedNodeRequest,
  type NodeRequest,
  type NodeResponse,
} from '../server/guard/nodeSign.ts'
