import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * RFC 6238 with SHA-1, six digits and 30 seconds: what every authenticator app takes without
 * asking.
 */
export function totpAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / 1000 / STEP_SECONDS)
}

/**
 * The time step that `code` belongs to, within one step of now (phones' clocks drift) and after
 * `lastStep`; else `undefined`.
 */
export function matchTotp(
  code: string,
  { secret, nowMs, lastStep }: { secret: Uint8Array; nowMs: number; lastStep: number },
): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const given = Buffer.from(code)
  const now = totpStep(nowMs)
  return [now - 1, now, now + 1].find(
    (step) => step > lastStep && timingSafeEqual(given, Buffer.from(totpAt(secret, step))),
  )
}

export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}

export function fromBase32(text: string): Uint8Array {
  const bits = Array.from(text, (letter) =>
    BASE32.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
