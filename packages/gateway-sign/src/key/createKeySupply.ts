import type { AsyncKeyValueStorage, Clock } from '@x/kit'
import type { CryptoSuite, GeneratedKey } from '../crypto/CryptoSuite.ts'
import type { EmitEvent } from '../events.ts'
import {
  GatewaySignError,
  isGatewaySignError,
  type GatewaySignErrorCode,
} from '../GatewaySignError.ts'
import { KEY_ALGORITHMS, type KeyAlgorithm } from '../wire.ts'
import type { KeyEntries } from './createKeyEntries.ts'
import { isDataCloneError, parseKeyRecord, type KeyRecord } from './keyRecord.ts'

/**
 * How private keys are stored. `cryptokey`: a non-extractable CryptoKey. `pem`: the spec's
 * `privateKeyPem`, which any script of the page can read.
 */
export type KeyProfile = 'cryptokey' | 'pem'

export interface KeySupplyOptions {
  readonly entries: KeyEntries
  readonly storage: AsyncKeyValueStorage
  readonly backupEntry: string
  readonly clock: Clock
  readonly secureContext: boolean
  readonly keyProfile: KeyProfile
  /** Longest time in milliseconds that a log-in waits for a new key. */
  readonly generationLimitMs: number
  readonly emit: EmitEvent
}

export interface KeySupply {
  /**
   * The key for a new log-in: the backup entry, else a new key. `undefined` if none is available in
   * time. Never rejects.
   */
  take(algorithm: KeyAlgorithm, suite: CryptoSuite): Promise<KeyRecord | undefined>
}

const PROBE = 'probe'

/**
 * A new key is stored in the backup entry until a log-in binds it. Failed log-ins, second factors
 * and late generations reuse it, so there is never a second generation.
 */
export function createKeySupply(options: KeySupplyOptions): KeySupply {
  const { entries, backupEntry, clock, secureContext, generationLimitMs, emit } = options
  const storeBackup = createBackupStore(options)
  let running: { readonly algorithm: KeyAlgorithm; readonly key: Promise<KeyRecord> } | undefined

  const generate = (algorithm: KeyAlgorithm, suite: CryptoSuite): Promise<KeyRecord> => {
    if (running?.algorithm === algorithm) return running.key
    const key = suite
      .generateKey(algorithm)
      .then((generated) => storeBackup(generated, { algorithm, suite }))
      .finally(() => {
        if (running?.key === key) running = undefined
      })
    running = { algorithm, key }
    return key
  }

  return {
    async take(algorithm, suite) {
      const backup = await entries.find(backupEntry)
      if (backup?.algorithm === algorithm && (await isUsable(backup, suite))) return backup
      try {
        if (!secureContext)
          throw new GatewaySignError(
            'INSECURE_CONTEXT',
            'Client keys are generated in secure contexts only.',
          )
        return await withTimeout(generate(algorithm, suite), {
          ms: generationLimitMs,
          clock,
          onLate: () => emit({ type: 'key-late' }),
        })
      } catch (cause) {
        emit({ type: 'key-unavailable', code: codeOf(cause) })
        return undefined
      }
    },
  }
}

/** Stores a generated key in the backup entry, in the form that the browser can store. */
function createBackupStore({
  entries,
  storage,
  backupEntry,
  keyProfile,
  emit,
}: Pick<KeySupplyOptions, 'entries' | 'storage' | 'backupEntry' | 'keyProfile' | 'emit'>) {
  const keep = async (record: KeyRecord): Promise<true> => {
    await entries.set(backupEntry, record)
    return true
  }

  /**
   * Stores the key and reads it back: some browsers reject CryptoKeys (DataCloneError), others
   * store an empty object.
   */
  const canStoreCryptoKeys = async (record: KeyRecord, suite: CryptoSuite): Promise<boolean> => {
    try {
      await storage.set(backupEntry, record)
      const readBack = await storage.get(backupEntry)
      if (readBack === undefined || (await isUsable(parseKeyRecord(readBack), suite)))
        return await keep(record)
    } catch (cause) {
      if (!isDataCloneError(cause)) return keep(record)
    }
    return false
  }

  return async (
    { privateKey, privateKeyPem, publicKey }: GeneratedKey,
    { algorithm, suite }: { algorithm: KeyAlgorithm; suite: CryptoSuite },
  ): Promise<KeyRecord> => {
    const asPem: KeyRecord = { publicKey, algorithm, privateKeyPem }
    if (
      keyProfile === 'cryptokey' &&
      privateKey &&
      (await canStoreCryptoKeys({ publicKey, algorithm, privateKey }, suite))
    )
      return { publicKey, algorithm, privateKey }
    if (keyProfile === 'cryptokey') emit({ type: 'key-kept-as-pem' })
    await entries.set(backupEntry, asPem)
    return asPem
  }
}

/**
 * Whether private and public key belong together. A tampered backup would otherwise fail every
 * later log-in.
 */
async function isUsable(record: KeyRecord | undefined, suite: CryptoSuite): Promise<boolean> {
  const publicKey = record && suite.readRsaPublicKey(record.publicKey)
  if (!publicKey || publicKey.modulusBits !== KEY_ALGORITHMS[record.algorithm].modulusBits)
    return false
  const sign = await suite
    .importPrivateKey(record.privateKey ?? record.privateKeyPem)
    .catch(() => undefined)
  return (
    sign !== undefined && suite.verify({ publicKey, text: PROBE, signature: await sign(PROBE) })
  )
}

/** Rejects after `ms`; `onLate` is called for a later result. */
function withTimeout<T>(
  work: Promise<T>,
  { ms, clock, onLate }: { ms: number; clock: Clock; onLate: () => void },
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let isLate = false
    const timer = clock.after(ms, () => {
      isLate = true
      reject(
        new GatewaySignError('KEY_GENERATION_TIMEOUT', 'The client key took too long to make.', {
          detail: { limitMs: ms },
        }),
      )
    })
    work.then(
      (value) => (timer.cancel(), isLate ? onLate() : resolve(value)),
      (cause: unknown) => (timer.cancel(), reject(cause as Error)),
    )
  })
}

function codeOf(cause: unknown): GatewaySignErrorCode {
  return isGatewaySignError(cause) ? cause.code : 'KEY_GENERATION_FAILED'
}
