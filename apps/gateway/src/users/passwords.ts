import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

export interface Passwords {
  /** `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`, both base64. */
  hash(password: string): Promise<string>
  /** Costs the same for an unknown account or one without a password, so that time does not tell which accounts exist. */
  matches(password: string, stored: string | null | undefined): Promise<boolean>
}

export interface PasswordsOptions {
  /** Memory is 2^cost x 1 KiB. Default 15 with parallelization 3 (OWASP's password storage cheat sheet). */
  readonly cost?: number
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const HASH_BYTES = 32
const SALT_BYTES = 16
const BLOCK_SIZE = 8
const PARALLELIZATION = 3

export function createPasswords({ cost = 15 }: PasswordsOptions = {}): Passwords {
  const dummySalt = randomBytes(SALT_BYTES)
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES)
      const hash = await run(password, { salt, cost, blockSize: BLOCK_SIZE, parallelization: PARALLELIZATION })
      return ['scrypt', cost, BLOCK_SIZE, PARALLELIZATION, salt.toString('base64'), hash.toString('base64')].join('$')
    },
    async matches(password, stored) {
      const [scheme, log2N, r, p, salt, hash] = stored?.split('$') ?? []
      if (scheme !== 'scrypt' || salt === undefined || hash === undefined) {
        await run(password, { salt: dummySalt, cost, blockSize: BLOCK_SIZE, parallelization: PARALLELIZATION })
        return false
      }
      const derived = await run(password, { salt: Buffer.from(salt, 'base64'), cost: Number(log2N), blockSize: Number(r), parallelization: Number(p) })
      const expected = Buffer.from(hash, 'base64')
      return expected.length === derived.length && timingSafeEqual(expected, derived)
    },
  }
}

function run(password: string, { salt, cost, blockSize, parallelization }: { salt: Buffer; cost: number; blockSize: number; parallelization: number }): Promise<Buffer> {
  // The same characters typed on another keyboard may arrive composed differently.
  const text = password.normalize('NFKC')
  return derive(text, salt, HASH_BYTES, { N: 2 ** cost, r: blockSize, p: parallelization, maxmem: 2 * 128 * 2 ** cost * blockSize })
}
