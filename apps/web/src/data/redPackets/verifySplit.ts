import type { RedPacketDetail } from '@x/api'
import { parseUnits } from '@x/decimal'

const RANGE = 1n << 64n
const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Uniform numbers below `size` from the seed: HMAC-SHA256 over a counter, eight bytes each. */
async function createDraws(seed: string): Promise<(size: bigint) => Promise<bigint>> {
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey(
    'raw',
    bytesOf(seed),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  let counter = 0
  return async (size) => {
    if (size === 1n) return 0n
    for (;;) {
      const place = new DataView(new ArrayBuffer(4))
      place.setUint32(0, counter++)
      const draw = new DataView(await subtle.sign('HMAC', key, place)).getBigUint64(0)
      if (draw < RANGE - (RANGE % size)) return draw % size
    }
  }
}

/** The parts of a packet in units, as its seed gives them (products 4). */
export async function partsOf(
  units: bigint,
  {
    count,
    split,
    seed,
  }: { readonly count: number; readonly split: RedPacketDetail['split']; readonly seed: string },
): Promise<readonly bigint[]> {
  const people = BigInt(count)
  if (split === 'equal')
    return Array.from(
      { length: count },
      (_, at) => units / people + (BigInt(at) < units % people ? 1n : 0n),
    )
  const below = await createDraws(seed)
  const parts: bigint[] = []
  let left = units
  for (let others = people; others > 1n; others--) {
    const [twice, spare] = [(2n * left) / others - 1n, left - others + 1n]
    const most = twice < spare ? twice : spare
    const part = 1n + (await below(most > 1n ? most : 1n))
    parts.push(part)
    left -= part
  }
  parts.push(left)
  for (let at = count - 1; at > 0; at--) {
    const other = Number(await below(BigInt(at + 1)))
    ;[parts[at], parts[other]] = [parts[other]!, parts[at]!]
  }
  return parts
}

/** Whether the seed is the one that was fixed at the start, and gives exactly these parts. */
export async function isSplitTrue(packet: RedPacketDetail): Promise<boolean> {
  const { seed, seedHash, unit, total, claims, count, split } = packet
  if (seed === null) return false
  const hash = hexOf(await globalThis.crypto.subtle.digest('SHA-256', bytesOf(seed)))
  if (hash !== seedHash) return false
  const scale = unit.includes('.') ? unit.length - unit.indexOf('.') - 1 : 0
  const units = parseUnits(total, scale)
  if (units === null) return false
  const parts = await partsOf(units, { count, split, seed })
  return claims.every(({ amount }, at) => parseUnits(amount, scale) === parts[at])
}
