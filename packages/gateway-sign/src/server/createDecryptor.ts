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
import type { ClientKey } from './serverKeys.ts'
import { decodeStrict } from './decodeStrict.ts'
import { hasModulusLength } from './wrappedKey.ts'

export interface DecryptRequest {
  /** The pathname as it arrived. */
  readonly path: string
  readonly tm: string
  readonly traceId: string
  readonly body: Readonly<Record<string, unknown>>
}

export type Decrypted =
  | {
      readonly ok: true
      /**
       * Outer and inner fields together, without `bodyCiphertext`, `algorithm`, `publicKey` and
       * `initSign`.
       */
      readonly fields: Record<string, unknown>
      /**
       * False when the body came in clear, which a client with `onEncryptFailure: 'plaintext'` may
       * do.
       */
      readonly encrypted: boolean
      /**
       * Names the wrapped key of an encrypted body, 43 characters. Each body has a key of its own:
       * whatever shares this name is the same body, or was made from it.
       */
      readonly ciphertextId?: string
      /** The key whose possession this body proved. */
      readonly clientKey?: ClientKey & { readonly keyId: string }
    }
  | { readonly ok: false }

export interface Decryptor {
  decrypt(request: DecryptRequest): Decrypted
  /**
   * @throws GatewaySignError NO_IMPLICIT_REJECTION unless wrong padding decrypts to noise instead
   * of an error.
   */
  selfTest(): void
}

export interface DecryptorOptions {
  /** PKCS#8 PEM of the RSA key behind `serverPublicKey`. */
  readonly privateKeyPem: string
  /** What is opened at all. Default `['GS1']`; the five segments of `JWE` are an extension. */
  readonly formats?: readonly BodyFormat[]
  readonly profile?: WireProfile
}

const KEY_BYTES = 32
const BLOCK_BYTES = 16
/** One object for every failure: nothing about the cause can leak through its shape. */
const REFUSED: Decrypted = Object.freeze({ ok: false })

/**
 * Opens `bodyCiphertext` (wire 4): one refusal, through one path, for whatever is wrong with it.
 * Call `selfTest` at start.
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
      const unsealed =
        typeof ciphertext === 'string'
          ? decryptSegments(ciphertext.split(names.segmentSeparator))
          : null
      const opened = unsealed && verifyPlaintext(unsealed.text, { ...request, profile })
      // A field both in clear and in the sealed part is a contradiction that only a forger writes.
      if (
        !unsealed ||
        !opened ||
        Object.keys(opened.fields).some((name) => Object.hasOwn(outer, name))
      )
        return REFUSED
      const fields = { ...outer, ...opened.fields }
      const { ciphertextId } = unsealed
      return opened.clientKey
        ? { ok: true, fields, encrypted: true, ciphertextId, clientKey: opened.clientKey }
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
  const [wrapped, iv, sealed] = segments.map((text) => decodeStrict(text, 'base64'))
  if (!wrapped || iv?.length !== BLOCK_BYTES || !sealed?.length) return null
  try {
    const decipher = createDecipheriv('aes-256-cbc', unwrapKey(wrapped, privateKey), iv)
    return Buffer.concat([decipher.update(sealed), decipher.final()])
  } catch {
    return null
  }
}

/** A segment is the only text of its bytes, so that its digest names them. */
function digestOf(segment: string): string {
  return createHash('sha256').update(segment).digest('base64url')
}

/** No byte is guessed at or left out, a byte order mark neither. */
function readUtf8(bytes: Buffer | null): string | null {
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Always yields 32 bytes. Wrong padding gives noise (OpenSSL's implicit rejection); noise of
 * another length, a key that is not whole, and a block the primitive refuses outright, are replaced
 * by random bytes, so that the only thing ever observed is one failure further down (Bleichenbacher
 * 1998; wire 7).
 */
function unwrapKey(wrapped: Uint8Array, privateKey: KeyObject): Buffer {
  const random = randomBytes(KEY_BYTES)
  try {
    const isWhole = hasModulusLength(wrapped, privateKey)
    const key = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, wrapped)
    return key.length === KEY_BYTES && isWhole ? key : random
  } catch {
    return random
  }
}
