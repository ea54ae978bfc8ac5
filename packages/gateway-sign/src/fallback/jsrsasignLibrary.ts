import jsrsasign from 'jsrsasign'

/** Types of the parts of jsrsasign in use; the published types omit most of them. */
export interface BigIntegerLike {
  bitLength(): number
  compareTo(other: BigIntegerLike): number
  subtract(other: BigIntegerLike): BigIntegerLike
  multiply(other: BigIntegerLike): BigIntegerLike
  mod(other: BigIntegerLike): BigIntegerLike
  modInverse(modulus: BigIntegerLike): BigIntegerLike
  gcd(other: BigIntegerLike): BigIntegerLike
  toString(radix: 16): string
}

/** The parts of a key; missing parts are null or undefined. */
type RsaParts = {
  readonly [part in 'n' | 'd' | 'p' | 'q' | 'dmp1' | 'dmq1' | 'coeff']?: BigIntegerLike | null
}

export interface RsaKeyLike extends RsaParts {
  readonly e?: number | null
  readonly isPrivate?: boolean
  /** Hex of every part: n, e, d, p, q, d mod p-1, d mod q-1, q^-1 mod p. */
  setPrivateEx(...parts: readonly string[]): void
  setPublic(n: string, e: string): void
  /** Hex of an RSASSA-PKCS1-v1_5 signature over a digest. */
  signWithMessageHash(digestHex: string, hash: 'sha256'): string
}

interface Library {
  readonly BigInteger: {
    new (hex: string, radix: 16): BigIntegerLike
    /** A probable prime of exactly `bits` bits; `rounds` of Miller-Rabin. */
    new (bits: number, rounds: number, random: { nextBytes(bytes: number[]): void }): BigIntegerLike
    readonly ONE: BigIntegerLike
  }
  readonly RSAKey: new () => RsaKeyLike
  readonly KEYUTIL: {
    getKey(pem: string): RsaKeyLike
    getPEM(key: RsaKeyLike, format: 'PKCS8PRV' | 'PKCS8PUB'): string
  }
}

export const { BigInteger, RSAKey, KEYUTIL } = jsrsasign as unknown as Library
