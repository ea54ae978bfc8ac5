import {
  constants,
  createCipheriv,
  createPublicKey,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { testServerIdentity } from '@x/gateway-sign/testing'

const testKey = createPublicKey(testServerIdentity.serverPrivateKeyPem)

/**
 * A `bodyCiphertext` without a client key, as a browser makes it that could make no key (wire 4); a
 * text goes in as it is. `publicKey` is the gateway's, by default that of the test identity.
 */
export function encryptFields(
  fields: Readonly<Record<string, unknown>> | string | Buffer,
  publicKey: KeyObject = testKey,
): string {
  const [key, iv] = [randomBytes(32), randomBytes(16)]
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  const text =
    typeof fields === 'string' || Buffer.isBuffer(fields) ? fields : JSON.stringify(fields)
  const wrapped = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, key)
  return [wrapped, iv, Buffer.concat([cipher.update(text), cipher.final()])]
    .map((bytes) => bytes.toString('base64'))
    .join('.')
}
