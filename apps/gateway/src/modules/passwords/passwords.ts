import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createHashWorkers, type HashSource, type HashWorkers } from './hashWorkers.ts'

export interface Passwords {
  /**
   * `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`, both base64.
   * @throws GatewayError 42901 when too many hashes wait.
   */
  hash(password: string, source?: HashSource): Promise<string>
  /**
   * Costs the same for an unknown account or one without a password, so that time does not show
   * which accounts exist.
   * @throws GatewayError 42901 when too many hashes wait.
   */
  matches(
    password: string,
    stored: string | null | undefined,
    source?: HashSource,
  ): Promise<boolean>
}

export interface PasswordsOptions {
  /**
   * Memory is 2^cost x 1 KiB. Default 15 with parallelization 3 (OWASP's password storage cheat
   * sheet).
   */
  readonly cost?: number
  /** Default: threads of its own. */
  readonly workers?: Pick<HashWorkers, 'derive'>
}

interface Parameters {
  readonly salt: Uint8Array
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
}

const HASH_BYTES = 32
const SALT_BYTES = 16
const BLOCK_SIZE = 8
const PARALLELIZATION = 3
/** The gateway itself, as it starts. */
const OWN: HashSource = { address: '', standing: 'known' }

export function createPasswords({
  cost = 15,
  workers = createHashWorkers(),
}: PasswordsOptions = {}): Passwords {
  const dummySalt = randomBytes(SALT_BYTES)
  const own = { cost, blockSize: BLOCK_SIZE, parallelization: PARALLELIZATION }
  const run = (
    password: string,
    { salt, cost: log2N, blockSize, parallelization }: Parameters,
    source: HashSource,
  ): Promise<Buffer> => {
    const options = {
      N: 2 ** log2N,
      r: blockSize,
      p: parallelization,
      maxmem: 2 * 128 * 2 ** log2N * blockSize,
    }
    // The same characters typed on another keyboard may arrive composed differently.
    return workers.derive(
      { text: password.normalize('NFKC'), salt, bytes: HASH_BYTES, options },
      source,
    )
  }

  return {
    async hash(password, source = OWN) {
      const salt = randomBytes(SALT_BYTES)
      const hash = await run(password, { ...own, salt }, source)
      return [
        'scrypt',
        cost,
        BLOCK_SIZE,
        PARALLELIZATION,
        salt.toString('base64'),
        hash.toString('base64'),
      ].join('$')
    },
    async matches(password, stored, source = OWN) {
      const [scheme, log2N, r, p, salt, hash] = stored?.split('$') ?? []
      if (scheme !== 'scrypt' || salt === undefined || hash === undefined) {
        await run(password, { ...own, salt: dummySalt }, source)
        return false
      }
      const parameters = {
        salt: Buffer.from(salt, 'base64'),
        cost: Number(log2N),
        blockSize: Number(r),
        parallelization: Number(p),
      }
      const derived = await run(password, parameters, source)
      const expected = Buffer.from(hash, 'base64')
      return expected.length === derived.length && timingSafeEqual(expected, derived)
    },
  }
}
