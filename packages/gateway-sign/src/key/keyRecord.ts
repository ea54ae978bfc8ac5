import { isKeyAlgorithm, type KeyAlgorithm } from '../wire.ts'

/**
 * A key pair as it lies in storage. `privateKey` (profile `cryptokey`) or `privateKeyPem` (profile
 * `pem`), never both.
 */
export interface KeyRecord {
  readonly publicKey: string
  readonly algorithm: KeyAlgorithm
  readonly privateKey?: CryptoKey
  readonly privateKeyPem?: string
  /**
   * In the user-id entry: the key that this one replaced, which vouches for it in the device check
   * (wire 5).
   */
  readonly previous?: KeyRecord
}

/** `undefined` for anything that is no record: storage is not to be trusted. */
export function parseKeyRecord(value: unknown): KeyRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { publicKey, algorithm, privateKey, privateKeyPem, previous } = value as Partial<
    Record<keyof KeyRecord, unknown>
  >
  if (typeof publicKey !== 'string' || publicKey === '' || !isKeyAlgorithm(algorithm))
    return undefined
  const earlier = parseKeyRecord(previous)
  const key = { publicKey, algorithm, ...(earlier ? { previous: earlier } : {}) }
  // Whether it really is a CryptoKey shows when it is opened.
  if (typeof privateKey === 'object' && privateKey !== null)
    return { ...key, privateKey: privateKey as CryptoKey }
  return typeof privateKeyPem === 'string' ? { ...key, privateKeyPem } : undefined
}

/** Dexie and other stores wrap what the platform threw; the name is found down the chain. */
export function isDataCloneError(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false
  const { name, cause, inner } = error as { name?: unknown; cause?: unknown; inner?: unknown }
  return (
    name === 'DataCloneError' ||
    isDataCloneError(cause, depth + 1) ||
    isDataCloneError(inner, depth + 1)
  )
}
