import { createHmac, createSecretKey, timingSafeEqual, verify } from 'node:crypto'
import type { KeyProof, LiveKey } from '../api-keys/module.ts'
import { DialectError } from './errors.ts'
import { mandatory } from './params.ts'

/** A request as it came, before anything of it is believed. */
export interface SignedText {
  /** What was signed: query and body as sent, without the signature. */
  readonly payload: string
  readonly signature: string
}

const SIGNATURE = /(?:^|&)signature=([^&]*)$/
const AHEAD_MS = 1_000
const DEFAULT_WINDOW_MS = 5_000
const MOST_WINDOW_MS = 60_000
/** For an unknown key a signature is computed as well, so that both take as long. */
const NO_KEY: KeyProof = { kind: 'hmac', secret: createSecretKey(Buffer.alloc(64)) }

/** Cuts the signature, the last parameter, off the query or the body. @throws DialectError -1102 */
export function splitSignature(query: string, body: string): SignedText {
  const inBody = SIGNATURE.exec(body)
  const found = inBody ?? SIGNATURE.exec(query)
  if (!found?.[1]) throw mandatory('signature')
  const payload = inBody ? query + body.slice(0, inBody.index) : query.slice(0, found.index) + body
  return { payload, signature: decodeSignature(found[1]) }
}

function decodeSignature(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new DialectError('ILLEGAL_CHARACTERS')
  }
}

/** Whether the signature is of the key; of an unknown key it never is. */
export function isSignedBy(
  proof: KeyProof | undefined,
  { payload, signature }: SignedText,
): boolean {
  const isRight = check(proof ?? NO_KEY, { payload, signature })
  return proof !== undefined && isRight
}

function check(proof: KeyProof, { payload, signature }: SignedText): boolean {
  const data = Buffer.from(payload)
  if (proof.kind === 'hmac') {
    const expected = createHmac('sha256', proof.secret).update(data).digest()
    const given = Buffer.from(/^[0-9a-f]{64}$/i.test(signature) ? signature : '', 'hex')
    return (
      timingSafeEqual(expected, given.length === 32 ? given : Buffer.alloc(32)) &&
      given.length === 32
    )
  }
  const given = Buffer.from(signature, 'base64')
  return verify(proof.kind === 'rsa' ? 'sha256' : null, data, proof.publicKey, given)
}

/** When a request was signed, and until when it may be executed. */
export interface RequestTime {
  readonly timestamp: number
  readonly window: number
}

/** @throws DialectError -1102, -1131 */
export function readRequestTime(
  timestampText: string | undefined,
  windowText: string | undefined,
): RequestTime {
  if (timestampText === undefined || !/^(\d{13}|\d{16})$/.test(timestampText))
    throw mandatory('timestamp')
  if (windowText !== undefined && !/^\d{1,6}(\.\d{1,3})?$/.test(windowText))
    throw mandatory('recvWindow')
  const window = windowText === undefined ? DEFAULT_WINDOW_MS : Number(windowText)
  if (window > MOST_WINDOW_MS) throw new DialectError('BAD_RECV_WINDOW')
  const digits = Number(timestampText)
  return { timestamp: timestampText.length === 16 ? digits / 1_000 : digits, window }
}

/** @throws DialectError -1021 */
export function assertInTime({ timestamp, window }: RequestTime, now: number): void {
  if (timestamp >= now + AHEAD_MS)
    throw new DialectError(
      'INVALID_TIMESTAMP',
      "Timestamp for this request was 1000ms ahead of the server's time.",
    )
  if (now - timestamp > window) throw new DialectError('INVALID_TIMESTAMP')
}

/** Whether a key may be used from an address for something. */
export function mayUse(
  key: LiveKey | undefined,
  {
    address,
    permission,
  }: { readonly address: string; readonly permission: Permission | undefined },
): key is LiveKey {
  if (!key?.allows(address)) return false
  return permission === undefined || key.permissions.has(permission)
}

export type Permission = LiveKey['permissions'] extends ReadonlySet<infer P> ? P : never
