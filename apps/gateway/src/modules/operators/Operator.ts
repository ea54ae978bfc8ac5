import { createPublicKey, randomBytes, scrypt, timingSafeEqual, verify } from 'node:crypto'
import { promisify } from 'node:util'

/** Who decides about withdrawals that are reviewed; configured by a file, never by the database. */
export interface Operator {
  /** Names the operator in the audit log and in the signer's policy. */
  readonly name: string
  /** `scrypt:<salt>:<hash>`, base64. */
  readonly password: string
  /** Of the authenticator app, base32. */
  readonly totpSecret: string
  /** Raw Ed25519 public key, base64; the signer has the same one. */
  readonly publicKey: string
}

const derive = promisify(
  (password: string, salt: Buffer, done: (error: Error | null, key: Buffer) => void): void =>
    scrypt(password, salt, HASH_BYTES, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }, done),
)
const HASH_BYTES = 32
const SALT_BYTES = 16

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return `scrypt:${salt.toString('base64')}:${(await derive(password, salt)).toString('base64')}`
}

/** Takes as long for an operator that does not exist. */
export async function isPassword(
  password: string,
  operator: Pick<Operator, 'password'> | undefined,
): Promise<boolean> {
  const [, salt = '', hash = ''] = (operator?.password ?? '').split(':')
  const known = hashBytes(hash)
  const given = await derive(password, Buffer.from(salt, 'base64'))
  return known.length === HASH_BYTES && timingSafeEqual(given, known)
}

/** The prefix of an Ed25519 key in SPKI. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const SIGNATURE_BYTES = 64

/** Whether the operator signed the text; the signer decides it again for itself. */
export function isSignedBy(
  { publicKey }: Pick<Operator, 'publicKey'>,
  { text, signature }: { readonly text: string; readonly signature: string },
): boolean {
  const bytes = Buffer.from(signature, 'base64')
  if (bytes.length !== SIGNATURE_BYTES) return false
  const key = Buffer.concat([SPKI, Buffer.from(publicKey, 'base64')])
  return verify(
    null,
    Buffer.from(text),
    createPublicKey({ key, format: 'der', type: 'spki' }),
    bytes,
  )
}

const NAME = /^[a-z][a-z0-9-]{1,31}$/

/** @throws TypeError for a file that names no usable operators */
export function readOperators(text: string): readonly Operator[] {
  const list = parse(text)
  if (!Array.isArray(list)) throw new TypeError('The file of operators holds no list.')
  const operators: readonly unknown[] = list
  const usable = operators.map((each) => {
    if (isUsable(each)) return each
    const { name } = (each ?? {}) as { readonly name?: unknown }
    throw new TypeError(`The operator ${String(name)} is not complete.`)
  })
  if (new Set(usable.map(({ name }) => name)).size < usable.length)
    throw new TypeError('Two operators have one name.')
  const keys = usable.map(({ publicKey }) => Buffer.from(publicKey, 'base64').toString('hex'))
  if (new Set(keys).size < usable.length) throw new TypeError('Two operators have one key.')
  return usable
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TypeError('The file of operators is no JSON.', { cause })
  }
}

/** A regular expression reads what is absent as the text `undefined`: each field must be text. */
function isUsable(given: unknown): given is Operator {
  const { name, password, totpSecret, publicKey } = (given ?? {}) as Partial<
    Record<keyof Operator, unknown>
  >
  return (
    typeof name === 'string' &&
    NAME.test(name) &&
    typeof password === 'string' &&
    isHash(password) &&
    typeof totpSecret === 'string' &&
    /^[A-Z2-7]{32,}$/.test(totpSecret) &&
    typeof publicKey === 'string' &&
    Buffer.from(publicKey, 'base64').length === 32
  )
}

/** Whether a password can have this hash: with another one nobody could ever log in. */
function isHash(text: string): boolean {
  const [kind, salt, hash = ''] = text.split(':')
  return kind === 'scrypt' && salt !== undefined && hashBytes(hash).length === HASH_BYTES
}

const hashBytes = (hash: string): Buffer => Buffer.from(hash, 'base64')
