import {
  constants,
  createCipheriv,
  createHash,
  privateEncrypt,
  publicEncrypt,
  sign,
} from 'node:crypto'
import { readFileSync } from 'node:fs'

export const keys = JSON.parse(readFileSync(new URL('../keys.json', import.meta.url), 'utf8'))
export const TM = '1732238512345'
export const TRACE_ID = 'w17322385123450a1b2c3d4e5'
export const TIME = '17322385'

export const md5 = (text) => createHash('md5').update(text).digest('hex')
export const sha256 = (text) => createHash('sha256').update(text).digest()
export const base64 = (bytes) => Buffer.from(bytes).toString('base64')
export const rsaSign = (text, key, hash = 'sha256') =>
  base64(sign(hash, Buffer.from(text), key.privateKeyPem))
/**
 * The raw RSA private-key operation on a whole block, to make signatures that libraries do not
 * create.
 */
export const rawSign = (block, key) =>
  base64(privateEncrypt({ key: key.privateKeyPem, padding: constants.RSA_NO_PADDING }, block))
const spkiPem = (publicKey) =>
  `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----\n`
export const rawEncrypt = (block, publicKey) =>
  publicEncrypt({ key: spkiPem(publicKey), padding: constants.RSA_NO_PADDING }, block)

/** Deterministic bytes: SHA-256 of the label and a counter. */
export function bytesFor(label, length) {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    sha256(`${label}:${index}`),
  )
  return Buffer.concat(blocks).subarray(0, length)
}

export function encryptionBlock({ size, header = [0, 2], padding, message }) {
  return Buffer.concat([Buffer.from(header), padding, Buffer.from([0]), message], size)
}

/** Encrypts a login plaintext with every random byte given. */
export function encryptLogin(
  plaintext,
  {
    label,
    key = bytesFor(`${label}:key`, 32),
    iv = bytesFor(`${label}:iv`, 16),
    publicKey = keys.server.publicKey,
    header,
    isPadded = false,
  },
) {
  const size = 256
  const padding = bytesFor(`${label}:padding`, size - 3 - key.length).map((byte) => byte || 1)
  const wrapped = rawEncrypt(
    encryptionBlock({ size, padding, message: key, ...(header ? { header } : {}) }),
    publicKey,
  )
  // AES needs 32 bytes even when the wrapped key deliberately has another length.
  const cipher = createCipheriv(
    'aes-256-cbc',
    Buffer.concat([key, Buffer.alloc(32)]).subarray(0, 32),
    iv,
  )
  cipher.setAutoPadding(!isPadded)
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return {
    key,
    iv,
    padding,
    wrapped,
    encrypted,
    text: [wrapped, iv, encrypted].map(base64).join('.'),
  }
}
