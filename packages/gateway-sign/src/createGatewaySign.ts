import {
  type AsyncKeyValueStorage,
  type Clock,
  isPlainObject,
  type KeyValueStorage,
  type Locks,
  type Random,
  type Store,
} from '@x/kit'
import { unsignedEnvelope, signedEnvelope } from './config/configEnvelope.ts'
import type { GatewaySignState } from './config/configMachine.ts'
import { createConfigSource } from './config/createConfigSource.ts'
import type { CryptoSuite } from './crypto/CryptoSuite.ts'
import { createEngineLoader } from './engine/createEngineLoader.ts'
import type {
  BodyRequest,
  LoginAnswer,
  OutgoingRequest,
  SignRequest,
  SignSession,
} from './requests.ts'
import type { EmitEvent } from './events.ts'
import { GatewaySignError, isGatewaySignError } from './GatewaySignError.ts'
import type { BodyFormat } from './crypto/jweHeader.ts'
import type { KeyProfile } from './key/createKeySupply.ts'
import { removeEntries } from './key/removeEntries.ts'
import { createLoginLock, type WithLoginLock } from './login/createLoginLock.ts'
import { hasNoSensitiveFields } from './login/hasNoSensitiveFields.ts'
import { createStamp } from './sign/createStamp.ts'
import type { Stamp } from './sign/stamp.ts'
import { VERDICT_REACTIONS, type SignVerdictCode } from './verdictReactions.ts'
import { GS1, type WireProfile } from './wire.ts'

/** Options of `createGatewaySign`: ports, pinned issuers and policies. */
export interface GatewaySignOptions {
  /** Session storage for the raw configuration, which is verified again on each load. */
  readonly configStorage: Pick<KeyValueStorage, 'get' | 'set' | 'remove'>
  /** Storage of the key entries: IndexedDB `x_local_cache`, store `local_cache`. */
  readonly keyStorage: AsyncKeyValueStorage
  /** The gateway's readable cookies with token and user id. One of `cookies` and `session`. */
  readonly cookies?: Pick<KeyValueStorage, 'get'>
  /**
   * The current session, for applications with bearer tokens; `undefined` while nobody is logged
   * in. One of `cookies` and `session`.
   */
  readonly session?: () => SignSession | undefined
  /**
   * The new session in the `data` of a log-in's response (without an envelope the response itself),
   * for applications that pass `session`. Called for log-ins only. Default: none, and
   * `afterLogin` must be passed it.
   */
  readonly readSession?: ((data: unknown) => SignSession | undefined) | undefined
  readonly clock: Clock
  readonly random: Random
  /**
   * Web Locks serialise the log-ins of several tabs. Without them, concurrent log-ins may overwrite
   * each other's keys.
   */
  readonly locks?: Locks | undefined
  /** `window.isSecureContext`. Keys are generated in secure contexts only. */
  readonly secureContext: boolean
  /** Fetches `data` of `GET /v1/mix/config/gatewaySignConfig` without signing and encryption. */
  readonly fetchConfig: () => Promise<unknown>
  /** PEM certificates of the pinned issuer: one, or two while it is being replaced. */
  readonly issuerCertificates: readonly string[]
  /**
   * Accept only configurations that the issuer signed as a whole, "off" included. Default false:
   * the platform signs only the server's key.
   */
  readonly requireConfigSign?: boolean
  /**
   * What happens when sensitive fields cannot be encrypted: `block` rejects, `plaintext` sends them
   * in clear as the spec does. Default `block`.
   */
  readonly onEncryptFailure?: 'plaintext' | 'block'
  /** How private keys are stored. Default `cryptokey`. */
  readonly keyProfile?: KeyProfile
  /**
   * Longest time in milliseconds that a log-in waits for a new key. Default 8,000 (spec section 9).
   */
  readonly keyGenerationLimitMs?: number
  /** Default `GS1`. `JWE` requires a gateway that accepts it. */
  readonly bodyFormat?: BodyFormat
  /** Names, labels and patterns on the wire. Default `GS1`. */
  readonly profile?: WireProfile
  readonly onEvent?: EmitEvent
  /** Loads the crypto suite. Default: Web Crypto, in its own chunk. */
  readonly loadCrypto?: () => Promise<CryptoSuite>
}

/** The client half of GS-1. Its store state is the state of the configuration. */
export interface GatewaySign extends Store<GatewaySignState> {
  /** Names, labels and patterns on the wire. */
  readonly profile: WireProfile
  /** Time and trace id of one attempt, in the gateway's time as far as it is known. */
  createStamp(): Stamp
  /**
   * Fetches and verifies the configuration once. Never rejects. Every other method waits for it.
   */
  init(): Promise<GatewaySignState>
  /**
   * Encrypts a log-in or adds the device check; any other body is returned unchanged. A form stays
   * a form; a class instance becomes a plain object.
   * @throws GatewaySignError UNENCRYPTABLE_FIELDS when sensitive fields are in the query or in a
   * body without fields.
   */
  prepareBody(request: BodyRequest): Promise<Record<string, unknown>>
  prepareBody(request: OutgoingRequest): Promise<unknown>
  /** The four `device-sign*` headers; `{}` when no rule matches or signing is off. */
  sign(request: SignRequest): Promise<Record<string, string>>
  /**
   * Runs `run` while this browser runs no other log-in. Call `prepareBody` and `afterLogin` inside
   * `run`. Paths other than log-ins run at once.
   */
  readonly withLoginLock: WithLoginLock
  /**
   * Binds the key that this log-in sent, if the response names a user and the token cookie is set,
   * or to the session that is passed.
   */
  afterLogin(answer: LoginAnswer): Promise<void>
  /**
   * Reacts to a sign error. `serverTime` of a 00022, in milliseconds since the epoch, corrects the
   * stamps that follow.
   */
  onVerdict(code: SignVerdictCode, options?: { readonly serverTime?: number | undefined }): void
  /** For a log-out: removes the key of the session. The next log-in binds another one. */
  forgetSession(): Promise<void>
  /** Returns to `notStarted` and removes the cached configuration. */
  reset(): void
  dispose(): void
}

const MAX_ISSUERS = 2

/**
 * Creates the client half of GS-1 (wire 2 to 8). A request for which a method throws must not be
 * sent.
 * @throws GatewaySignError CERTIFICATE_INVALID for more than two issuers.
 * @throws TypeError without `cookies` and `session`.
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
  const cookies = options.cookies ?? (options.session && sessionCookies(options.session, profile))
  if (!cookies) throw new TypeError('createGatewaySign needs one of `cookies` and `session`.')
  // How far the gateway's clock is ahead, from the last refusal for the time.
  let aheadMs = 0
  const engine = createEngineLoader({
    ...options,
    cookies,
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

  /** Returns the body in clear or throws, depending on `onEncryptFailure`. */
  const applyFailurePolicy = ({ path, body }: OutgoingRequest, cause: unknown): unknown => {
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
      `Not sent: its fields cannot be encrypted. ${String(cause)}`,
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
    const applyPolicy = (cause: unknown) => applyFailurePolicy(request, cause)
    // Only log-ins need this chunk. If it fails to load, the failure policy applies.
    return import('./login/encryptLoginRequest.ts').then(
      ({ encryptLoginRequest }) =>
        encryptLoginRequest(request, { names, encrypt, applyFailurePolicy: applyPolicy }),
      (cause: unknown) => (hasNoSensitiveFields(request, names) ? body : applyPolicy(cause)),
    )
  }

  return {
    profile,
    createStamp: () =>
      createStamp({ clock: { now: () => clock.now() + aheadMs }, random: options.random }),
    getState: source.store.getState,
    getInitialState: source.store.getInitialState,
    subscribe: source.store.subscribe,
    init: async () => (await source.ready(), source.store.getState()),
    prepareBody: prepareBody as GatewaySign['prepareBody'],
    async sign(request) {
      const outcome = await source.ready()
      return outcome.status === 'verified' ? outcome.active.sign(request) : {}
    },
    withLoginLock: createLoginLock({ locks, clock, profile, keyGenerationLimitMs }),
    // Without a loaded engine no key was sent, so there is none to bind.
    async afterLogin(answer) {
      // A transport may report every response.
      const isLogin = Object.hasOwn(profile.login.endpoints, answer.path)
      const session = answer.session ?? (isLogin ? options.readSession?.(answer.data) : undefined)
      await engine.loaded()?.bindLogin({ ...answer, session })
    },
    onVerdict(code, { serverTime } = {}) {
      if (code === '00022' && serverTime !== undefined && Number.isSafeInteger(serverTime))
        aheadMs = serverTime - clock.now()
      const reaction = VERDICT_REACTIONS[code]
      if (reaction.refetch) source.refetch()
      else if (reaction.reset) source.reset()
      if (reaction.logOut) engine.loaded()?.clearKeyCache()
      emit({ type: 'verdict', code, ...reaction })
    },
    async forgetSession() {
      // A token entry may exist from a time when signing was on; removing it needs no cryptography.
      await (engine.loaded()?.forgetSession() ??
        removeEntries(keyStorage, { prefix: profile.keyEntries.tokenPrefix }))
    },
    reset() {
      source.clearCache()
      source.reset()
    },
    dispose: source.dispose,
  }
}

/** Returns the session under the names of the cookies. */
function sessionCookies(
  session: () => SignSession | undefined,
  { cookies }: WireProfile,
): Pick<KeyValueStorage, 'get'> {
  return {
    get(name) {
      if (name === cookies.token) return session()?.sessionId ?? null
      return name === cookies.userId ? (session()?.userId ?? null) : null
    },
  }
}
