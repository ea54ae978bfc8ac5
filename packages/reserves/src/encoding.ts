/** A secret, an id and a hash have this many bytes. */
export const HASH_BYTES = 32
/** One amount of an asset: u128, big-endian. */
export const AMOUNT_BYTES = 16
/** Every amount and every sum is below it, so that no addition overflows u128. */
export const AMOUNT_LIMIT = 1n << 120n
/** A user's liability is at most this many leaves. */
export const MAX_PIECES = 8

/** First byte of what is hashed: a leaf is never read as a node. */
export const LEAF = 0
export const NODE = 1

export const isAmount = (value: bigint): boolean => value >= 0n && value < AMOUNT_LIMIT

/** Writes amounts as u128, big-endian. */
export function writeAmounts(into: Uint8Array, amounts: readonly bigint[], at = 0): void {
  const view = new DataView(into.buffer, into.byteOffset, into.byteLength)
  for (const [n, amount] of amounts.entries()) {
    view.setBigUint64(at + n * AMOUNT_BYTES, amount >> 64n)
    view.setBigUint64(at + n * AMOUNT_BYTES + 8, BigInt.asUintN(64, amount))
  }
}

export function readAmounts(from: Uint8Array): bigint[] {
  const view = new DataView(from.buffer, from.byteOffset, from.byteLength)
  return Array.from(
    { length: from.byteLength / AMOUNT_BYTES },
    (_, n) =>
      (view.getBigUint64(n * AMOUNT_BYTES) << 64n) | view.getBigUint64(n * AMOUNT_BYTES + 8),
  )
}

/** A hash or an id with its amounts: how leaves and nodes stand in what is hashed. */
export function record(hash: Uint8Array, amounts: readonly bigint[]): Uint8Array {
  const bytes = new Uint8Array(HASH_BYTES + amounts.length * AMOUNT_BYTES)
  bytes.set(hash)
  writeAmounts(bytes, amounts, HASH_BYTES)
  return bytes
}

/** What the HMAC under the audit secret covers: the snapshot and the number of the piece. */
export function pieceName(snapshotId: string, piece: number): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(snapshotId)
  const bytes = new Uint8Array(text.length + 1)
  bytes.set(text)
  bytes[text.length] = piece
  return bytes
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Of lower-case hex that was checked. */
export const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
