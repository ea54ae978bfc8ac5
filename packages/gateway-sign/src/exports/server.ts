export {
  GatewaySignError,
  isGatewaySignError,
  type GatewaySignErrorCode,
} from '../GatewaySignError.ts'
export { GS1, type GatewaySignConfig, type KeyAlgorithm, type WireProfile } from '../wire.ts'
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
export { keyIdOf, type ClientKey } from '../server/serverKeys.ts'
export { verifyUserCheckDevice, type UserCheckDevice } from '../server/verifyUserCheckDevice.ts'
