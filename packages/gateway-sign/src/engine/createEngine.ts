import type { AsyncKeyValueStorage, Clock, KeyValueStorage, Locks, Random } from '@x/kit'
import { verifySignedConfig } from '../config/verifySignedConfig.ts'
import { parseConfig } from '../config/parseConfig.ts'
import { verifyServerKey } from '../config/verifyServerKey.ts'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import type { EmitEvent } from '../events.ts'
import { createKeyEntries } from '../key/createKeyEntries.ts'
import { createKeyRing, type KeyRing } from '../key/createKeyRing.ts'
import { createKeySupply, type KeyProfile, type KeySupply } from '../key/createKeySupply.ts'
import type { KeyRecord } from '../key/keyRecord.ts'
import type { BodyFormat } from '../crypto/jweHeader.ts'
import { waitForKeyBinding } from '../login/waitForKeyBinding.ts'
import { encryptBody } from '../login/encryptBody.ts'
import { userIdOf } from '../login/userIdOf.ts'
import { addDeviceCheck } from '../sign/addDeviceCheck.ts'
import { signHeaders } from '../sign/signHeaders.ts'
import { assertSignablePath } from '../sign/signPath.ts'
import { assertStamp } from '../sign/stamp.ts'
import type { WireProfile } from '../wire.ts'
import { createReauthGate, type ReauthGate } from './createReauthGate.ts'
import type { ActiveSigning, Engine } from './Engine.ts'

export interface EngineOptions {
  readonly suite: CryptoSuite
  readonly keyStorage: AsyncKeyValueStorage
  readonly cookies: Pick<KeyValueStorage, 'get'>
  readonly clock: Clock
  readonly random: Random
  readonly locks: Locks | undefined
  readonly secureContext: boolean
  readonly issuerCertificates: readonly string[]
  readonly keyProfile: KeyProfile
  readonly keyGenerationLimitMs: number
  readonly bodyFormat: BodyFormat
  readonly profile: WireProfile
  readonly emit: EmitEvent
}

export function createEngine(options: EngineOptions): Engine {
  const { suite, keyStorage, cookies, clock, issuerCertificates, profile, emit } = options
  const entries = createKeyEntries({ storage: keyStorage, emit })
  const ring = createKeyRing({ entries, cookies, profile })
  const supply = createKeySupply({
    entries,
    storage: keyStorage,
    backupEntry: profile.keyEntries.backup,
    clock,
    secureContext: options.secureContext,
    keyProfile: options.keyProfile,
    generationLimitMs: options.keyGenerationLimitMs,
    emit,
  })
  const reauthGate = createReauthGate({ session: () => cookies.get(profile.cookies.token), emit })
  /**
   * The key sent with the last log-in on each path. Only a key that the server received may be
   * bound.
   */
  const sentKeys = new Map<string, KeyRecord>()

  return {
    verifySignedConfig: (data) =>
      verifySignedConfig(data, { issuerCertificates, now: clock.now(), suite, profile }),
    async activate(value) {
      const config = parseConfig(value, profile)
      const serverKey = await verifyServerKey(config, {
        issuerCertificates,
        now: clock.now(),
        suite,
      })
      return createActiveSigning(options, {
        config,
        serverKey,
        ring,
        supply,
        sentKeys,
        reject: reauthGate.reject,
      })
    },
    async bindLogin({ path, data, session }) {
      const record = sentKeys.get(path)
      const userId = session?.userId ?? userIdOf(data)
      if (!record || userId === undefined) return
      if (!(await ring.bind(record, { userId, sessionId: session?.sessionId }))) return
      sentKeys.delete(path)
      reauthGate.reset()
    },
    clearKeyCache: ring.clearCache,
    async forgetSession() {
      reauthGate.reset()
      await ring.removeTokenEntry()
    },
  }
}

interface SigningParts {
  readonly config: ReturnType<typeof parseConfig>
  readonly serverKey: Awaited<ReturnType<typeof verifyServerKey>>
  readonly ring: KeyRing
  readonly supply: KeySupply
  readonly sentKeys: Map<string, KeyRecord>
  readonly reject: ReauthGate['reject']
}

/** Signs and encrypts by a verified configuration. */
function createActiveSigning(
  {
    suite,
    clock,
    random,
    locks,
    keyGenerationLimitMs,
    bodyFormat,
    profile,
  }: Omit<EngineOptions, 'issuerCertificates'>,
  { config, serverKey, ring, supply, sentKeys, reject }: SigningParts,
): ActiveSigning {
  const untilBound = () => waitForKeyBinding({ locks, clock, keyGenerationLimitMs })
  return {
    async encryptLogin({ body, ...request }, sensitiveFields) {
      assertStamp(request, profile)
      sentKeys.delete(request.path)
      const record = await supply.take(config.defaultAlgorithm, suite)
      const clientKey = record && (await ring.importKey(record, suite))
      const encrypted = await encryptBody(body, {
        ...request,
        sensitiveFields,
        clientKey,
        serverKey,
        format: bodyFormat,
        suite,
        random,
        profile,
      })
      if (record && clientKey) sentKeys.set(request.path, record)
      return encrypted
    },
    async checkDevice(request) {
      if (request.path !== config.userCheckDeviceUrl) return request.body
      assertStamp(request, profile)
      return addDeviceCheck(request, { last: await ring.previousKey(suite), profile })
    },
    async sign(request) {
      assertSignablePath(request.path)
      const rule = config.rules.ruleFor(request.path)
      if (!rule) return {}
      assertStamp(request, profile)
      // A signed log-in already holds the login lock and must not wait for it.
      const key = await ring.currentKey(suite, {
        untilBound: Object.hasOwn(profile.login.endpoints, request.path) ? undefined : untilBound,
      })
      return key ? signHeaders(request, { rule, key, suite, profile }) : reject(request.path)
    },
  }
}
