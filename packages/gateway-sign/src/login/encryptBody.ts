import type { Random } from '@x/kit'
import { encodeBase64 } from '../crypto/base64.ts'
import { GatewaySignError } from '../GatewaySignError.ts'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import type { RsaPublicKey } from '../crypto/rsaPublicKey.ts'
import type { SigningKey } from '../key/createKeyRing.ts'
import type { Stamp } from '../sign/stamp.ts'
import { initSignString } from '../sign/stringToSign.ts'
import type { WireProfile } from '../wire.ts'
import type { BodyFormat } from '../crypto/jweHeader.ts'
import { appendInitSign, buildPlaintext, splitBody } from './loginPlaintext.ts'

export interface EncryptBodyOptions extends Stamp {
  readonly path: string
  readonly sensitiveFields: readonly string[]
  /** The new client key. Without one the body is encrypted but proves no key. */
  readonly clientKey: SigningKey | undefined
  readonly serverKey: RsaPublicKey
  readonly format: BodyFormat
  readonly suite: CryptoSuite
  readonly random: Random
  readonly profile: WireProfile
}

const KEY_BYTES = 32
const IV_BYTES = 16

/**
 * Moves the sensitive fields into `bodyCiphertext` (wire 4). Returns the same object when there is
 * nothing to encrypt or prove.
 */
export async function encryptBody(
  body: Readonly<Record<string, unknown>>,
  options: EncryptBodyOptions,
): Promise<Record<string, unknown>> {
  const { outer, sensitive } = splitBody(body, options.sensitiveFields)
  if (!options.clientKey && Object.keys(sensitive).length === 0) return body
  const text = options.clientKey
    ? await proveKey(sensitive, { ...options, clientKey: options.clientKey })
    : JSON.stringify(sensitive)
  return { ...outer, [options.profile.login.ciphertext]: await encryptText(text, options) }
}

async function proveKey(
  sensitive: Readonly<Record<string, unknown>>,
  { clientKey, profile, ...request }: EncryptBodyOptions & { clientKey: SigningKey },
): Promise<string> {
  const text = buildPlaintext(sensitive, { key: clientKey, profile })
  const initSign = await clientKey.sign(initSignString({ ...request, plaintext: text }, profile))
  return appendInitSign(text, { initSign, profile })
}

async function encryptText(
  text: string,
  { serverKey, format, suite, random, profile }: EncryptBodyOptions,
): Promise<string> {
  if (format === 'JWE') {
    if (!suite.encryptJwe)
      throw new GatewaySignError('CRYPTO_UNAVAILABLE', 'This crypto suite cannot create a JWE.')
    return suite.encryptJwe(text, { key: serverKey, random })
  }
  const key = random.bytes(KEY_BYTES)
  const iv = random.bytes(IV_BYTES)
  const wrapped = suite.encryptRsa(key, { key: serverKey, random })
  const encrypted = await suite.encryptAes(text, { key, iv })
  return [wrapped, iv, encrypted].map(encodeBase64).join(profile.login.segmentSeparator)
}
