import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '@x/kit'

/** Keeps secrets that have to be read again, so that a copy of the table alone is worth nothing. */
export interface SecretSeal {
  /** `owner` is authenticated with it: a sealed secret moved to another row opens nothing. */
  seal(text: string, options: { owner: string }): string
  /** `undefined` for what was not sealed with this key for this owner. */
  open(sealed: string, options: { owner: string }): string | undefined
}

const CIPHER = 'aes-256-gcm'
const FORM = 'gcm1'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM under a key of the gateway's identity, which lies in the data folder and not in the
 * database.
 */
export function createSecretSeal({ key, random }: { key: Uint8Array; random: Random }): SecretSeal {
  return {
    seal(text, { owner }) {
      const iv = random.bytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([
        iv,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return `${FORM}.${sealed.toString('base64url')}`
    },
    open(sealed, { owner }) {
      const [form, text] = sealed.split('.')
      const bytes = Buffer.from(text ?? '', 'base64url')
      if (form !== FORM || bytes.length < IV_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
          decipher.final(),
        ]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
