import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'

/** A seed that only its passphrase opens. */
export interface SealedSeed {
  readonly version: 1
  readonly kdf: {
    readonly name: 'scrypt'
    readonly N: number
    readonly r: number
    readonly p: number
  }
  readonly salt: string
  readonly iv: string
  readonly sealed: string
}

const KDF = { name: 'scrypt', N: 2 ** 17, r: 8, p: 1 } as const
const TAG_BYTES = 16

/** About half a second and 128 MiB for each guess. */
function keyOf(passphrase: string, { kdf, salt }: Pick<SealedSeed, 'kdf' | 'salt'>): Buffer {
  const { N, r, p } = kdf
  const maxmem = 256 * N * r
  return scryptSync(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, {
    N,
    r,
    p,
    maxmem,
  })
}

export function sealSeed(
  seed: Uint8Array,
  { passphrase, kdf = KDF }: { readonly passphrase: string; readonly kdf?: SealedSeed['kdf'] },
): SealedSeed {
  const salt = randomBytes(16).toString('base64')
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, { kdf, salt }), iv)
  const sealed = Buffer.concat([cipher.update(seed), cipher.final(), cipher.getAuthTag()])
  return {
    version: 1,
    kdf,
    salt,
    iv: iv.toString('base64'),
    sealed: sealed.toString('base64'),
  }
}

/** @throws Error for a wrong passphrase or a changed file */
export function openSeed(file: SealedSeed, passphrase: string): Buffer {
  const bytes = Buffer.from(file.sealed, 'base64')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyOf(passphrase, file),
    Buffer.from(file.iv, 'base64'),
  )
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
}
