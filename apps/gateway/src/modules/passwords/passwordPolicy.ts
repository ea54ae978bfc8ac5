import { invalidParameter } from '../../platform/http/envelope.ts'

const MIN_LENGTH = 8
const MAX_LENGTH = 128
/** What lists of leaked passwords begin with and the other rules would let through. */
const COMMON = new Set([
  'password1',
  'password123',
  'passw0rd',
  'p@ssw0rd',
  'qwerty123',
  'qwertyuiop1',
  '1q2w3e4r',
  '1qaz2wsx',
  'abcd1234',
  'abc12345',
  'a1234567',
  'aa123456',
  'iloveyou1',
  'welcome1',
  'letmein1',
  'admin123',
  'asdf1234',
  'zaq12wsx',
])

/** Login names of fewer characters are in most passwords by chance. */
const MIN_NAME_LENGTH = 4

/**
 * `loginNames`: the part of an e-mail address before its `@`, a mobile number; short and empty ones
 * count for nothing.
 * @throws GatewayError 40010 that says which rule `password` breaks
 */
export function assertAcceptablePassword(
  password: string,
  { loginNames }: { loginNames: readonly string[] },
): void {
  const message = passwordFault(password, loginNames)
  if (message) throw invalidParameter('pwd', message)
}

function passwordFault(password: string, loginNames: readonly string[]): string | undefined {
  const length = [...password].length
  // What is hashed is the normalised text: another spelling of it is as easily guessed.
  const lower = plain(password)
  if (length < MIN_LENGTH) return `The password must have at least ${MIN_LENGTH} characters`
  if (length > MAX_LENGTH) return `The password must have at most ${MAX_LENGTH} characters`
  if (!/\p{L}/u.test(password) || !/[^\p{L}]/u.test(password))
    return 'The password must hold a letter and a digit or sign'
  if (loginNames.map(plain).some((name) => isLong(name) && lower.includes(name)))
    return 'The password must not hold the login name'
  if (COMMON.has(lower)) return 'This password is too common'
  return undefined
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
const isLong = (name: string): boolean => [...name].length >= MIN_NAME_LENGTH
