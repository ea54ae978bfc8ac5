import { isKeyAlgorithm, type KeyAlgorithm } from '../wire.ts'

/**
 * A stored key pair with either `privateKey` (profile `cryptokey`) or `privateKeyPem` (profile
 * `pem`).
 */
export interface KeyRecord {
  readonly publicKey: string
  readonly algorithm: KeyAlgorithm
  readonly privateKey?: CryptoKey
  readonly privateKeyPem?: string
  /** In the user-id entry: the previous key, which signs the device check (wire 5). */
  readonly previous?: KeyRecord
}

/**
 * Validates a stored value, because storage is not trusted; `undefined` if it is not a key record.
 */
export function parseKeyRecord(value: unknown): KeyRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { publicKey, algorithm, privateKey, privateKeyPem, previous } = value as Partial<
    Record<keyof KeyRecord, unknown>
  >
  if (typeof publicKey !== 'string' || publicKey === '' || !isKeyAlgorithm(algorithm))
    return undefined
  const earlier = parseKeyRecord(previous)
  const key = { publicKey, algorithm, ...(earlier ? { previous: earlier } : {}) }
  // Importing the key checks whether it really is a CryptoKey.
  if (typeof privateKey === 'object' && privateKey !== null)
    return { ...key, privateKey: privateKey as CryptoKey }
  return typeof privateKeyPem === 'string' ? { ...key, privateKeyPem } : undefined
}

/**
 * Whether the error or one of its causes is a DataCloneError. Dexie and other stores wrap the
 * platform's error.
 */
export function isDataCloneError(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false
  const { name, cause, inner } = error as { name?: unknown; cause?: unknown; inner?: unknown }
  return (
    name === 'DataCloneError' ||
    isDataCloneError(cause, depth + 1) ||
    isDataCloneError(inner, depth + 1)
  )
}
