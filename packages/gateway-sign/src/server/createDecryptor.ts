import {
  constants,
  createDecipheriv,
  createHash,
  createPrivateKey,
  privateDecrypt,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { GS1, type WireProfile } from '../wire.ts'
import type { BodyFormat } from '../crypto/jweHeader.ts'
import { assertImplicitRejection } from './implicitRejection.ts'
import { decryptJwe } from './decryptJwe.ts'
import { verifyPlaintext } from './verifyPlaintext.ts'
import type { ClientKey } from './clientKey.ts'
import { decodeStrict } from './decodeStrict.ts'
import { hasModulusLength } from './wrappedKey.ts'

/** An incoming request to an encrypted endpoint. */
export interface DecryptRequest {
  /** The pathname as received. */
  readonly path: string
  readonly tm: string
  readonly traceId: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Result of `decrypt`: the fields, or one refusal for every failure. */
export type Decrypted =
  | {
      readonly ok: true
      /**
       * Outer and decrypted fields together, without `bodyCiphertext`, `algorithm`, `publicKey` and
       * `initSign`.
       */
      readonly fields: Record<string, unknown>
      /**
       * False when the body was not encrypted, which a client with `onEncryptFailure: 'plaintext'`
       * may send.
       */
      readonly encrypted: boolean
      /**
       * Identifies the wrapped key of an encrypted body, 43 characters. Each body has its own key,
       * so a body with the same id is the same body or was derived from it.
       */
      readonly ciphertextId?: string
      /** The client key whose possession this body proves. */
      readonly clientKey?: ClientKey & { readonly keyId: string }
    }
  | { readonly ok: false }

/** Decrypts login bodies. */
export interface Decryptor {
  decrypt(request: DecryptRequest): Decrypted
  /**
   * Checks the runtime. Call it at start.
   * @throws GatewaySignError NO_IMPLICIT_REJECTION unless wrong padding decrypts to constant
   * random-looking bytes instead of an error.
   */
  selfTest(): void
}

/** Options of `createDecryptor`. */
export interface DecryptorOptions {
  /** PKCS#8 PEM of the RSA key behind `serverPublicKey`. */
  readonly privateKeyPem: string
  /** Accepted formats. Default `['GS1']`; `JWE` is an extension. */
  readonly formats?: readonly BodyFormat[]
  readonly profile?: WireProfile
}

const KEY_BYTES = 32
const BLOCK_BYTES = 16
/** One object for every failure, so that its shape reveals nothing about the cause. */
const REFUSED: Decrypted = Object.freeze({ ok: false })

/**
 * Decrypts `bodyCiphertext` (wire 4). Every fault gives the same refusal through the same code
 * path. Call `selfTest` at start.
 */
export function createDecryptor({
  privateKeyPem,
  formats = ['GS1'],
  profile = GS1,
}: DecryptorOptions): Decryptor {
  const privateKey = createPrivateKey(privateKeyPem)
  const names = profile.login

  const decryptSegments = (
    segments: readonly string[],
  ): { readonly text: string; readonly ciphertextId: string } | null => {
    const isThree = segments.length === 3 && formats.includes('GS1')
    if (!isThree && !(segments.length === 5 && formats.includes('JWE'))) return null
    const ciphertextId = digestOf(segments[isThree ? 0 : 1] ?? '')
    const text = readUtf8(
      isThree ? decryptGs1(segments, privateKey) : decryptJwe(segments, privateKey),
    )
    return text === null ? null : { text, ciphertextId }
  }

  return {
    decrypt({ body, ...request }) {
      const { [names.ciphertext]: ciphertext, ...outer } = body
      if (ciphertext === undefined) return { ok: true, fields: outer, encrypted: false }
      const decrypted =
        typeof ciphertext === 'string'
          ? decryptSegments(ciphertext.split(names.segmentSeparator))
          : null
      const verified = decrypted && verifyPlaintext(decrypted.text, { ...request, profile })
      // A field both in clear and encrypted is a contradiction that no client sends.
      if (
        !decrypted ||
        !verified ||
        Object.keys(verified.fields).some((name) => Object.hasOwn(outer, name))
      )
        return REFUSED
      const fields = { ...outer, ...verified.fields }
      const { ciphertextId } = decrypted
      return verified.clientKey
        ? { ok: true, fields, encrypted: true, ciphertextId, clientKey: verified.clientKey }
        : { ok: true, fields, encrypted: true, ciphertextId }
    },
    selfTest: () =>
      assertImplicitRejection(privateKey, (wrapped) =>
        privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, wrapped),
      ),
  }
}

/** b64(RSA(K)) . b64(IV) . b64(AES-256-CBC(K, IV, bytes)) -> bytes, or null. */
function decryptGs1(segments: readonly string[], privateKey: KeyObject): Buffer | null {
  const [wrapped, iv, encrypted] = segments.map((text) => decodeStrict(text, 'base64'))
  if (!wrapped || iv?.length !== BLOCK_BYTES || !encrypted?.length) return null
  try {
    const decipher = createDecipheriv('aes-256-cbc', unwrapKey(wrapped, privateKey), iv)
    return Buffer.concat([decipher.update(encrypted), decipher.final()])
  } catch {
    return null
  }
}

/** The segment encoding is canonical, so its digest identifies the bytes. */
function digestOf(segment: string): string {
  return createHash('sha256').update(segment).digest('base64url')
}

/** Strict UTF-8 decoding; keeps a byte order mark. */
function readUtf8(bytes: Buffer | null): string | null {
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Always returns 32 bytes. Wrong padding yields pseudo-random bytes (OpenSSL's implicit rejection).
 * Results of another length, a truncated wrapped key and a block that the primitive rejects are
 * replaced by random bytes, so that only the later decryption fails (Bleichenbacher 1998; wire 7).
 */
function unwrapKey(wrapped: Uint8Array, privateKey: KeyObject): Buffer {
  const random = randomBytes(KEY_BYTES)
  try {
    const isFullLength = hasModulusLength(wrapped, privateKey)
    const key = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, wrapped)
    return key.length === KEY_BYTES && isFullLength ? key : random
  } catch {
    return random
  }
}
