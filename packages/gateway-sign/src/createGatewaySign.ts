import type { AsyncKeyValueStorage, Clock, KeyValueStorage, Random, Store } from '@x/kit'
import type { GatewaySignState } from './config/configMachine.ts'
import { createConfigSource, type ActiveConfig } from './config/createConfigSource.ts'
import type { CryptoSuite } from './crypto/CryptoSuite.ts'
import { createCryptoLoader } from './crypto/loadCrypto.ts'
import type { EmitEvent } from './events.ts'
import { GatewaySignError } from './GatewaySignError.ts'
import { createKeyEntries } from './key/createKeyEntries.ts'
import { createKeyRing } from './key/createKeyRing.ts'
import { createKeySupply, type KeyProfile } from './key/createKeySupply.ts'
import type { KeyRecord } from './key/keyRecord.ts'
import { userIdOf } from './login/userIdOf.ts'
import { sealBody } from './login/sealBody.ts'
import { signHeaders } from './sign/signHeaders.ts'
import { assertSignablePath } from './sign/signPath.ts'
import { assertStamp, type Stamp } from './sign/stamp.ts'
import { deviceCheckString } from './sign/stringToSign.ts'
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
  /** `window.isSecureContext`: keys are made nowhere else. */
  readonly secureContext: boolean
  /** `data` of `GET /v1/mix/config/gatewaySignConfig`, asked without signing and encryption. */
  readonly fetchConfig: () => Promise<unknown>
  /** PEM of the pinned issuer; two while it is being replaced. */
  readonly issuerCertificates: readonly string[]
  /** What happens to sensitive fields that cannot be encrypted. Default `block`; the spec's own answer is `plaintext`. */
  readonly onEncryptFailure?: 'plaintext' | 'block'
  /** Default `cryptokey`. */
  readonly keyProfile?: KeyProfile
  /** Default 8,000 ms (spec section 9). */
  readonly keyGenerationLimitMs?: number
  /** Default GS-1. */
  readonly profile?: WireProfile
  readonly onEvent?: EmitEvent
  /** Where cryptography comes from; by default Web cryptography, in a chunk of its own. */
  readonly loadCrypto?: () => Promise<CryptoSuite>
}

export interface BodyRequest extends Stamp {
  /** The full pathname as sent, with /v1. */
  readonly path: string
  readonly body: Record<string, unknown>
}

export interface SignRequest extends Stamp {
  readonly method: string
  readonly path: string
  /** The exact text handed to the transport; empty when there is none, null for forms, blobs and streams. */
  readonly body: string | null
}

export interface GatewaySign extends Store<GatewaySignState> {
  /** Fetches and verifies the configuration once; never rejects. Every other verb waits for it by itself. */
  init(): Promise<GatewaySignState>
  /** Encrypts a log-in or vouches in a device check; any other body comes back as the same object. */
  prepareBody(request: BodyRequest): Promise<Record<string, unknown>>
  /** The four `device-sign*` headers; empty when no rule matches or signing is off. */
  sign(request: SignRequest): Promise<Record<string, string>>
  /** Binds the key that travelled in this log-in once the answer names a user and the token cookie is there. */
  afterLogin(answer: { readonly path: string; readonly data: unknown }): Promise<void>
  onVerdict(code: SignVerdictCode): void
  /** Log-out: drops the token entry only. */
  forgetSession(): Promise<void>
  /** Back to `notStarted`, without the cached configuration. */
  reset(): void
  dispose(): void
}

const MAX_ISSUERS = 2

export function createGatewaySign(options: GatewaySignOptions): GatewaySign {
  const { configStorage, keyStorage, cookies, clock, random, secureContext, fetchConfig, issuerCertificates } = options
  const { onEncryptFailure = 'block', keyProfile = 'cryptokey', keyGenerationLimitMs = 8_000, profile = GS1, onEvent: emit = () => {} } = options
  if (issuerCertificates.length > MAX_ISSUERS) throw new GatewaySignError('CERTIFICATE_INVALID', 'At most two issuer certificates may be pinned.')

  const loadSuite = options.loadCrypto ?? createCryptoLoader({ secureContext })
  const source = createConfigSource({ storage: configStorage, clock, fetchConfig, loadSuite, issuerCertificates, profile, emit })
  const entries = createKeyEntries({ storage: keyStorage, emit })
  const ring = createKeyRing({ entries, cookies, profile })
  const supply = createKeySupply({ entries, storage: keyStorage, backupEntry: profile.keyEntries.backup, clock, secureContext, keyProfile, generationLimitMs: keyGenerationLimitMs, emit })
  /** The key that went out with the last log-in on each path: only a key that the server saw may be bound. */
  const sentKeys = new Map<string, KeyRecord>()
  /** The session that was told to log in again: one message each, not one a request. */
  let toldSession: string | null | undefined

  const askForLogin = (path: string) => {
    const session = cookies.get(profile.cookies.token)
    if (session !== toldSession) emit({ type: 'login-required', path })
    toldSession = session
  }

  const encryptLogin = async ({ path, tm, traceId, body }: BodyRequest, { sensitiveFields, active }: { sensitiveFields: readonly string[]; active: ActiveConfig }) => {
    const { suite, serverKey, defaultAlgorithm } = active
    const record = await supply.take(defaultAlgorithm, suite)
    const clientKey = record && (await ring.open(record, suite))
    const sealed = await sealBody(body, { path, tm, traceId, sensitiveFields, clientKey, serverKey, suite, random, profile })
    if (record && clientKey) sentKeys.set(path, record)
    return sealed
  }

  /** The body in clear or a refusal, as the policy has it. */
  const leaveInClear = (path: string, body: Record<string, unknown>, cause: GatewaySignError): Record<string, unknown> => {
    const outcome = onEncryptFailure === 'plaintext' ? 'plaintext' : 'blocked'
    emit({ type: 'encryption-failed', path, outcome, code: cause.code })
    if (outcome === 'plaintext') return body
    throw new GatewaySignError('ENCRYPTION_UNAVAILABLE', 'Sensitive fields cannot be encrypted now; the request was not sent.', { cause, detail: { path } })
  }

  const checkDevice = async ({ path, tm, traceId, body }: BodyRequest, { suite }: ActiveConfig): Promise<Record<string, unknown>> => {
    const last = await ring.last(suite)
    if (!last) return body
    assertStamp({ tm, traceId }, profile)
    const signature = await last.key.sign(deviceCheckString({ path, tm, traceId, newKeyId: last.newKeyId }, profile))
    return { ...body, [profile.deviceCheck.signature]: signature, [profile.deviceCheck.lastAlgorithm]: last.key.algorithm }
  }

  return {
    getState: source.store.getState,
    subscribe: source.store.subscribe,
    init: async () => (await source.ready(), source.store.getState()),
    async prepareBody(request) {
      const { path, body } = request
      const sensitiveFields = Object.hasOwn(profile.login.endpoints, path) ? profile.login.endpoints[path] : undefined
      const outcome = await source.ready()
      if (outcome.status === 'off') return body
      if (outcome.status === 'failed') return sensitiveFields ? leaveInClear(path, body, outcome.error) : body
      if (sensitiveFields) {
        assertStamp(request, profile)
        sentKeys.delete(path)
        return encryptLogin(request, { sensitiveFields, active: outcome.active }).catch((cause: unknown) =>
          leaveInClear(path, body, new GatewaySignError('CRYPTO_UNAVAILABLE', 'The body could not be encrypted.', { cause })),
        )
      }
      return path === outcome.active.userCheckDeviceUrl ? checkDevice(request, outcome.active) : body
    },
    async sign({ path, tm, traceId, body }) {
      const outcome = await source.ready()
      if (outcome.status !== 'verified') return {}
      assertSignablePath(path)
      const rule = outcome.active.rules.ruleFor(path)
      if (!rule) return {}
      assertStamp({ tm, traceId }, profile)
      const { suite } = outcome.active
      const key = await ring.current(suite)
      if (key) return signHeaders({ path, tm, traceId, body }, { rule, key, suite, profile })
      askForLogin(path)
      throw new GatewaySignError('NO_BOUND_KEY', 'This request must be signed and this session has no key; log in again.', { detail: { path } })
    },
    async afterLogin({ path, data }) {
      const record = sentKeys.get(path)
      const userId = userIdOf(data)
      if (!record || userId === undefined || !(await ring.bind(record, { userId }))) return
      sentKeys.delete(path)
      toldSession = undefined
    },
    onVerdict(code) {
      const reaction = VERDICT_REACTIONS[code]
      if (reaction.refetch) source.refetch()
      else if (reaction.reset) source.reset()
      if (reaction.logOut) ring.forgetOpened()
      emit({ type: 'verdict', code, ...reaction })
    },
    async forgetSession() {
      toldSession = undefined
      await ring.forgetToken()
    },
    reset() {
      source.dropCache()
      source.reset()
    },
    dispose: source.dispose,
  }
}
