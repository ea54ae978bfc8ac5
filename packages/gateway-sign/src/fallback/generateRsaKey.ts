import type { Random } from '@x/kit'
import { BigInteger, KEYUTIL, RSAKey, type BigIntegerLike } from './jsrsasignLibrary.ts'

const EXPONENT_HEX = '10001'
/**
 * The library halves this number. Ten rounds on random 512-bit numbers leave an error probability
 * under 2^-100.
 */
const MILLER_RABIN_ROUNDS = 20

/**
 * Generates an RSA key pair with jsrsasign's arithmetic and our own randomness, because the
 * library's generator silently falls back to `Math.random`. Blocks the thread, for seconds at 2048
 * bits.
 */
export function generateRsaKey(
  modulusBits: number,
  random: Random,
): { readonly publicKeyPem: string; readonly privateKeyPem: string } {
  const e = new BigInteger(EXPONENT_HEX, 16)
  const source = {
    nextBytes(bytes: number[]) {
      for (const [index, byte] of random.bytes(bytes.length).entries()) bytes[index] = byte
    },
  }
  const prime = (): BigIntegerLike => {
    for (;;) {
      const candidate = new BigInteger(modulusBits / 2, MILLER_RABIN_ROUNDS, source)
      if (candidate.subtract(BigInteger.ONE).gcd(e).compareTo(BigInteger.ONE) === 0)
        return candidate
    }
  }
  const first = prime()
  for (;;) {
    const second = prime()
    const [p, q] = first.compareTo(second) > 0 ? [first, second] : [second, first]
    const n = p.multiply(q)
    // Primes close to each other can be found by Fermat's method (FIPS 186-5 appendix A.1.3).
    const isApart = p.subtract(q).bitLength() > modulusBits / 2 - 100
    if (n.bitLength() === modulusBits && isApart) return toPem({ n, e, p, q })
  }
}

function toPem({ n, e, p, q }: Record<'n' | 'e' | 'p' | 'q', BigIntegerLike>) {
  const [pLess, qLess] = [p.subtract(BigInteger.ONE), q.subtract(BigInteger.ONE)]
  const d = e.modInverse(pLess.multiply(qLess))
  const hex = [n, e, d, p, q, d.mod(pLess), d.mod(qLess), q.modInverse(p)].map((value) =>
    value.toString(16),
  )
  const privateKey = new RSAKey()
  privateKey.setPrivateEx(...hex)
  const publicKey = new RSAKey()
  publicKey.setPublic(n.toString(16), EXPONENT_HEX)
  return {
    publicKeyPem: KEYUTIL.getPEM(publicKey, 'PKCS8PUB'),
    privateKeyPem: KEYUTIL.getPEM(privateKey, 'PKCS8PRV'),
  }
}
