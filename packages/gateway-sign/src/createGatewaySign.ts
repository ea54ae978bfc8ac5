import type { AsyncKeyValueStorage, Clock, KeyValueStorage, Locks, Random, Store } from '@x/kit'
import { unsignedEnvelope, signedEnvelope } from './config/configEnvelope.ts'
import type { GatewaySignState } from './config/configMachine.ts'
import { createConfigSource } from './config/createConfigSource.ts'
import type { CryptoSuite } from './crypto/CryptoSuite.ts'
import { createEngineLoader } from './engine/createEngineLoader.ts'
import type { BodyRequest, OutgoingRequest, SignRequest } from './engine/Engine.ts'
import type { EmitEvent } from './events.ts'
import { GatewaySignError, isGatewaySignError } from './GatewaySignError.ts'
import type { BodyFormat } from './crypto/jweHeader.ts'
import type { KeyProfile } from './key/createKeySupply.ts'
import { removeEntries } from './key/removeEntries.ts'
import { createLoginLock, type WithLoginLock } from './login/createLoginLock.ts'
import { hasNoSensitiveFields } from './login/hasNoSensitiveFields.ts'
import { isPlainObject } from './login/isPlainObject.ts'
import { VERDICT_REACTIONS, type SignVerdictCode } from './verdictReactions.ts'
import { GS1, type WireProfile } from './wire.ts'

export interface GatewaySignOptions {
  /** Session storage: the raw configuration, verified again on each load. */
  readonly configStorage: Pick<KeyValueStorage, 'get' | 'set' | 'remove'>
  /** The key entries of `x_local_cache` / `local_cache` in IndexedDB. */
  readonly keyStorage: AsyncKeyValueStorage
  readonly cookies: Pick<KeyValueStorage, 'get'>
  readonly clock: Clock
  readonly random: Random
  /**
   * Web Locks, by which log-ins of several tabs take turns; without them each binds its key as best
   * it can.
   */
  readonly locks?: Locks | undefined
  /** `window.isSecureContext`: keys are made nowhere else. */
  readonly secureContext: boolean
  /** `data` of `GET /v1/mix/config/gatewaySignConfig`, asked without signing and encryption. */
  readonly fetchConfig: () => Promise<unknown>
  /** PEM of the pinned issuer; two while it is being replaced. */
  readonly issuerCertificates: readonly string[]
  /**
   * Take no configuration, and no "off" either, that the issuer did not sign as a whole. Default
   * false: the platform signs the server's key only.
   */
  readonly requireConfigSign?: boolean
  /**
   * What happens to sensitive fields that cannot be encrypted. Default `block`; the spec's own
   * answer is `plaintext`.
   */
  readonly onEncryptFailure?: 'plaintext' | 'block'
  /** Default `cryptokey`. */
  readonly keyProfile?: KeyProfile
  /** Default 8,000 ms (spec section 9). */
  readonly keyGenerationLimitMs?: number
  /** Default `GS1`; `JWE` needs a gateway that opens it. */
  readonly bodyFormat?: BodyFormat
  /** Default GS-1. */
  readonly profile?: WireProfile
  readonly onEvent?: EmitEvent
  /** Where cryptography comes from; by default Web cryptography, in a chunk of its own. */
  readonly loadCrypto?: () => Promise<CryptoSuite>
}

export interface GatewaySign extends Store<GatewaySignState> {
  /**
   * Fetches and verifies the configuration once; never rejects. Every other verb waits for it by
   * itself.
   */
  init(): Promise<GatewaySignState>
  /**
   * Encrypts a log-in or vouches in a device check; any other body comes back as the same object. A
   * form comes back as a form, an instance as a literal. Where sensitive fields could only go in
   * clear, in the query or in a body without fields, it is `UNENCRYPTABLE_FIELDS`.
   */
  prepareBody(request: BodyRequest): Promise<Record<string, unknown>>
  prepareBody(request: OutgoingRequest): Promise<unknown>
  /** The four `device-sign*` headers; empty when no rule matches or signing is off. */
  sign(request: SignRequest): Promise<Record<string, string>>
  /**
   * Holds the browser's only log-in from `prepareBody` to `afterLogin`, both called inside `run`;
   * other paths run at once.
   */
  readonly withLoginLock: WithLoginLock
  /**
   * Binds the key that travelled in this log-in once the answer names a user and the token cookie
   * is there.
   */
  afterLogin(answer: { readonly path: string; readonly data: unknown }): Promise<void>
  onVerdict(code: SignVerdictCode): void
  /** Log-out: drops the token entry only. */
  forgetSession(): Promise<void>
  /** Back to `notStarted`, without the cached configuration. */
  reset(): void
  dispose(): void
}

const MAX_ISSUERS = 2

/**
 * The client half of GS-1 (wire 2 to 8). Throws GatewaySignError `CERTIFICATE_INVALID` for more
 * than two issuers; a request for which a verb throws must not be sent.
 */
export function createGatewaySign({
  configStorage,
  keyStorage,
  fetchConfig,
  clock,
  locks,
  onEncryptFailure = 'block',
  requireConfigSign = false,
  ...options
}: GatewaySignOptions): GatewaySign {
  const {
    issuerCertificates,
    profile = GS1,
    keyProfile = 'cryptokey',
    keyGenerationLimitMs = 8_000,
    bodyFormat = 'GS1',
    onEvent: emit = () => {},
    loadCrypto,
  } = options
  if (issuerCertificates.length > MAX_ISSUERS)
    throw new GatewaySignError(
      'CERTIFICATE_INVALID',
      'At most two issuer certificates may be pinned.',
    )
  const engine = createEngineLoader({
    ...options,
    keyStorage,
    clock,
    locks,
    profile,
    keyProfile,
    keyGenerationLimitMs,
    bodyFormat,
    emit,
    loadCrypto,
  })
  const activate = async (config: unknown) => (await engine.load()).activate(config)
  const envelope = requireConfigSign
    ? signedEnvelope(async (data) => (await engine.load()).verifySignedConfig(data))
    : unsignedEnvelope
  const source = createConfigSource({
    storage: configStorage,
    clock,
    fetchConfig,
    activate,
    envelope,
    profile,
    emit,
  })

  /** The body in clear or a refusal, as the policy has it. */
  const leaveInClear = ({ path, body }: OutgoingRequest, cause: unknown): unknown => {
    const outcome = onEncryptFailure === 'plaintext' ? 'plaintext' : 'blocked'
    emit({
      type: 'encryption-failed',
      path,
      outcome,
      code: isGatewaySignError(cause) ? cause.code : 'CRYPTO_UNAVAILABLE',
    })
    if (outcome === 'plaintext') return body
    if (isGatewaySignError(cause, 'UNENCRYPTABLE_FIELDS')) throw cause
    throw new GatewaySignError(
      'ENCRYPTION_UNAVAILABLE',
      'Sensitive fields cannot be encrypted now; the request was not sent.',
      { cause, detail: { path } },
    )
  }

  async function prepareBody(request: OutgoingRequest): Promise<unknown> {
    const { path, tm, traceId, body } = request
    const { endpoints } = profile.login
    const names = Object.hasOwn(endpoints, path) ? endpoints[path] : undefined
    const outcome = await source.ready()
    if (outcome.status === 'off') return body
    if (!names)
      return outcome.status === 'verified' && isPlainObject(body)
        ? outcome.active.checkDevice({ path, tm, traceId, body })
        : body
    const encrypt = async (fields: Record<string, unknown>) => {
      if (outcome.status === 'failed') throw outcome.error
      return outcome.active.encryptLogin({ path, tm, traceId, body: fields }, names)
    }
    const leave = (cause: unknown) => leaveInClear(request, cause)
    // Only log-ins need it; without it they are like any that cannot be encrypted.
    return import('./login/encryptLoginRequest.ts').then(
      ({ encryptLoginRequest }) =>
        encryptLoginRequest(request, { names, encrypt, leaveInClear: leave }),
      (cause: unknown) => (hasNoSensitiveFields(request, names) ? body : leave(cause)),
    )
  }

  return {
    getState: source.store.getState,
    subscribe: source.store.subscribe,
    init: async () => (await source.ready(), source.store.getState()),
    prepareBody: prepareBody as GatewaySign['prepareBody'],
    async sign(request) {
      const outcome = await source.ready()
      return outcome.status === 'verified' ? outcome.active.sign(request) : {}
    },
    withLoginLock: createLoginLock({ locks, clock, profile, keyGenerationLimitMs }),
    // Without an engine no key was ever sent, and there is none to bind.
    afterLogin: async (answer) => engine.loaded()?.bindLogin(answer),
    onVerdict(code) {
      const reaction = VERDICT_REACTIONS[code]
      if (reaction.refetch) source.refetch()
      else if (reaction.reset) source.reset()
      if (reaction.logOut) engine.loaded()?.clearKeyCache()
      emit({ type: 'verdict', code, ...reaction })
    },
    async forgetSession() {
      // A key may lie there from a time when signing was on; dropping it needs no cryptography.
      await (engine.loaded()?.forgetSession() ??
        removeEntries(keyStorage, { prefix: profile.keyEntries.tokenPrefix }))
    },
    reset() {
      source.dropCache()
      source.reset()
    },
    dispose: source.dispose,
  }
}
