import { createBase58check, hex, bech32 } from '@scure/base'
import type { HDKey } from '@scure/bip32'
import { OutScript, p2wpkh, Transaction } from '@scure/btc-signer'
import { sha256 } from '@scure/btc-signer/utils.js'
import { sign } from 'viem/accounts'
import type { SpendRequest, SpentOutput, UtxoFamily } from './protocol.ts'

/** BIP-84: the coin of each family. */
const COINS: Readonly<Record<UtxoFamily, number>> = { btc: 0, ltc: 2 }

/** Versions of base58 addresses, of a key and of scripts, by the prefix of bech32 ones. */
const VERSIONS: Readonly<
  Record<string, { readonly key: number; readonly scripts: readonly number[] }>
> = {
  ltc: { key: 0x30, scripts: [0x32, 0x05] },
  rltc: { key: 0x6f, scripts: [0x3a, 0xc4] },
  tltc: { key: 0x6f, scripts: [0x3a, 0xc4] },
  bc: { key: 0x00, scripts: [0x05] },
  bcrt: { key: 0x6f, scripts: [0xc4] },
  tb: { key: 0x6f, scripts: [0xc4] },
}

const base58check = createBase58check(sha256)

/** Bytes that an input takes at most, an output beside its script, and the rest. */
const INPUT_BYTES = 68n
const OUTPUT_BYTES = 9n
const REST_BYTES = 11n
const KEY_SCRIPT_BYTES = 22n
/** Less is not worth an output: the fee has it. */
const DUST = 10_000n
/** A transaction with this sequence may be replaced by one that pays more (BIP-125). */
const REPLACEABLE = 0xffff_fffd

/** The keys of one coin. */
export interface UtxoKeys {
  /** The public key that the gateway derives deposit addresses from. */
  readonly xpub: string
  /** `null`: the hot address, whose account is another one. */
  address(index: number | null, prefix: string): string
  /** What an output to the address is locked by. */
  script(index: number | null): Uint8Array
  key(index: number | null): Uint8Array
}

export function createUtxoKeys(root: HDKey, family: UtxoFamily): UtxoKeys {
  const deposits = root.derive(`m/84'/${COINS[family]}'/0'`)
  const hot = root.derive(`m/84'/${COINS[family]}'/1'/0/0`)
  const at = (index: number | null): HDKey =>
    index === null ? hot : deposits.deriveChild(0).deriveChild(index)
  return {
    xpub: deposits.publicExtendedKey,
    address(index, prefix) {
      const { address } = p2wpkh(publicKeyOf(at(index)), formOf(prefix))
      if (address === undefined) throw new RangeError('The key has no address.')
      return address
    },
    script: (index) => p2wpkh(publicKeyOf(at(index))).script,
    key(index) {
      const { privateKey } = at(index)
      if (!privateKey) throw new RangeError('The key has no private half.')
      return privateKey
    },
  }
}

function publicKeyOf({ publicKey }: HDKey): Uint8Array {
  if (!publicKey) throw new RangeError('The key has no public half.')
  return publicKey
}

const formOf = (bech32: string) => ({ bech32, pubKeyHash: 0, scriptHash: 0, wif: 0 })

/** What an output to the address is locked by; `undefined`: it is none of the network. */
export function scriptOf(address: string, prefix: string): Uint8Array | undefined {
  try {
    if (address.toLowerCase().startsWith(`${prefix}1`)) return witnessScript(address, prefix)
    const [version = -1, ...hash] = base58check.decode(address)
    const versions = VERSIONS[prefix]
    if (!versions || hash.length !== 20) return undefined
    const bytes = Uint8Array.from(hash)
    if (version === versions.key) return OutScript.encode({ type: 'pkh', hash: bytes })
    return versions.scripts.includes(version)
      ? OutScript.encode({ type: 'sh', hash: bytes })
      : undefined
  } catch {
    return undefined
  }
}

/** Witness version 0: of a key or of a script. */
function witnessScript(address: string, wanted: string): Uint8Array | undefined {
  const { prefix, words } = bech32.decode(address as `${string}1${string}`)
  const [version, ...rest] = words
  const hash = bech32.fromWords(rest)
  if (prefix !== wanted || version !== 0) return undefined
  if (hash.length === 20) return OutScript.encode({ type: 'wpkh', hash })
  return hash.length === 32 ? OutScript.encode({ type: 'wsh', hash }) : undefined
}

/** Where the coins of a request go. */
export interface SpendPlan {
  /** Absent: nobody but the hot address is paid. */
  readonly payee?: { readonly script: Uint8Array; readonly units: bigint }
  /** To the hot address; 0: nothing. */
  readonly change: bigint
  readonly fee: bigint
}

/** `undefined`: the inputs do not pay the amount and the fee, or nothing of them is left. */
export function planSpend(
  { inputs, perByte }: Pick<SpendRequest, 'inputs' | 'perByte'>,
  payee: SpendPlan['payee'],
): SpendPlan | undefined {
  const sum = inputs.reduce((total, { units }) => total + BigInt(units), 0n)
  const outputs =
    OUTPUT_BYTES + KEY_SCRIPT_BYTES + (payee ? OUTPUT_BYTES + BigInt(payee.script.length) : 0n)
  const bytes = REST_BYTES + INPUT_BYTES * BigInt(inputs.length) + outputs
  const pays = payee?.units ?? 0n
  const left = sum - pays - bytes * BigInt(perByte)
  if (left < 0n || (!payee && left < DUST)) return undefined
  const change = left < DUST ? 0n : left
  return { ...(payee && { payee }), change, fee: sum - pays - change }
}

/** What the wallets of a coin put before a text, so that it is never a transaction. */
const TEXTS: Readonly<Record<UtxoFamily, string>> = {
  btc: 'Bitcoin Signed Message:\n',
  ltc: 'Litecoin Signed Message:\n',
}
/** The first byte says of which of its keys' addresses a signature is: witness version 0. */
const OF_KEY_ADDRESS = 39

/** A signature of the key's bech32 address over a text of less than 253 bytes (BIP-137). */
export async function signText(
  text: string,
  { family, key }: { readonly family: UtxoFamily; readonly key: Uint8Array },
): Promise<string> {
  const parts = [TEXTS[family], text].map((part) => Buffer.from(part))
  const whole = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), part]))
  const {
    r,
    s,
    yParity = 0,
  } = await sign({
    hash: `0x${hex.encode(sha256(sha256(whole)))}`,
    privateKey: `0x${hex.encode(key)}`,
  })
  const signature = hex.decode(`${r.slice(2).padStart(64, '0')}${s.slice(2).padStart(64, '0')}`)
  return Buffer.from([OF_KEY_ADDRESS + yParity, ...signature]).toString('base64')
}

/** The name of an output, of which only one payment may be signed. */
export const placeOf = ({ txHash, ordinal }: SpentOutput): string => `${txHash}:${ordinal}`

/**
 * The amount of each input is part of its signature (BIP-143): a request that lies about one gets a
 * transaction that no node takes.
 */
export function signSpend(
  { inputs }: Pick<SpendRequest, 'inputs'>,
  { plan, keys }: { readonly plan: SpendPlan; readonly keys: UtxoKeys },
): { readonly raw: string; readonly txHash: string } {
  const tx = new Transaction()
  for (const { txHash, ordinal, units, index } of inputs)
    tx.addInput({
      txid: txHash,
      index: ordinal,
      sequence: REPLACEABLE,
      witnessUtxo: { script: keys.script(index), amount: BigInt(units) },
    })
  if (plan.payee) tx.addOutput({ script: plan.payee.script, amount: plan.payee.units })
  if (plan.change > 0n) tx.addOutput({ script: keys.script(null), amount: plan.change })
  inputs.forEach(({ index }, at) => tx.signIdx(keys.key(index), at))
  tx.finalize()
  return { raw: hex.encode(tx.extract()), txHash: tx.id }
}
