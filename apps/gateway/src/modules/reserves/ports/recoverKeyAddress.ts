import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, hex } from '@scure/base'
import { p2wpkh } from '@scure/btc-signer'

/** What the wallets of a coin put before a text, by the prefix of its bech32 addresses. */
const TEXTS: Readonly<Record<string, string>> = {
  ltc: 'Litecoin Signed Message:\n',
  tltc: 'Litecoin Signed Message:\n',
  rltc: 'Litecoin Signed Message:\n',
  bc: 'Bitcoin Signed Message:\n',
  tb: 'Bitcoin Signed Message:\n',
  bcrt: 'Bitcoin Signed Message:\n',
}
const SIGNATURE = /^[A-Za-z0-9+/]{87}=$/
/** First bytes: of a compressed key's address, as wallets without segregated witness say, or 39. */
const COMPRESSED = 31
const OF_KEY_ADDRESS = 39
/** Longer ones have a length of three bytes. */
const MOST_TEXT = 252

/** The prefix of a bech32 address of a network that is served; `undefined`: it is none. */
export function prefixOf(address: string): string | undefined {
  try {
    const { prefix } = bech32.decode(address as `${string}1${string}`)
    return Object.hasOwn(TEXTS, prefix) ? prefix : undefined
  } catch {
    return undefined
  }
}

/** The bech32 address whose key signed the text (BIP-137); `undefined`: the signature is none. */
export function recoverKeyAddress(
  text: string,
  { signature, prefix }: { readonly signature: string; readonly prefix: string },
): string | undefined {
  const bytes = Buffer.from(signature, 'base64')
  const [head = 0] = bytes
  const recovery = head - (head >= OF_KEY_ADDRESS ? OF_KEY_ADDRESS : COMPRESSED)
  const isForm = SIGNATURE.test(signature) && recovery >= 0 && recovery <= 3
  const parts = [TEXTS[prefix] ?? '', text].map((part) => Buffer.from(part, 'utf8'))
  if (!isForm || parts.some(({ length }) => length > MOST_TEXT)) return undefined
  const whole = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), part]))
  try {
    const publicKey = secp256k1.Signature.fromBytes(bytes.subarray(1), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(sha256(sha256(whole)))
      .toBytes(true)
    const network = { bech32: prefix, pubKeyHash: 0, scriptHash: 0, wif: 0 }
    return p2wpkh(hex.decode(hex.encode(publicKey)), network).address
  } catch {
    return undefined
  }
}
