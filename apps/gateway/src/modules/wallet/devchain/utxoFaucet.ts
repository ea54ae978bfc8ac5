import { hex } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { ChainError, type Unspent, type UtxoChain } from '../ports/Chain.ts'
import type { Network } from '../ports/networks.ts'

/**
 * The key that receives the coins of every block of a development chain. It is public: it owns the
 * coins of development chains and nothing else.
 */
const KEY = new Uint8Array(32).fill(7)
const PER_BYTE = 10n
const INPUT_BYTES = 68n
const REST_BYTES = 120n
/** What is left over and smaller than this goes to the miner. */
const DUST = 10_000n
const MOST_INPUTS = 200

/** Of regtest; base58 addresses begin as those of the test network. */
const formOf = ({ addressPrefix = '' }: Network) => ({
  bech32: addressPrefix,
  pubKeyHash: 0x6f,
  scriptHash: 0x3a,
  wif: 0xef,
})

export function faucetAddress(network: Network): string {
  const { address } = p2wpkh(pubECDSA(KEY), formOf(network))
  return address ?? ''
}

/**
 * A signed payment of the faucet's coins, hex.
 * @throws RangeError for an address of another network
 * @throws ChainError where the faucet has too little
 */
export async function faucetPayment(
  chain: UtxoChain,
  {
    network,
    to,
    units,
    matureBelow,
  }: {
    readonly network: Network
    readonly to: string
    readonly units: bigint
    /** Coins of higher blocks stay: a re-organisation would undo the payment with them. */
    readonly matureBelow: number
  },
): Promise<string> {
  const { script } = p2wpkh(pubECDSA(KEY), formOf(network))
  const tx = new Transaction()
  addReceiver(tx, { network, to, units })
  const { outputs } = await chain.unspent([faucetAddress(network)])
  let left = -units - PER_BYTE * REST_BYTES
  for (const each of oldestFirst(outputs, matureBelow)) {
    if (left >= 0n || tx.inputsLength >= MOST_INPUTS) break
    if (!(await chain.isSpendable(each))) continue
    tx.addInput({
      txid: each.txHash,
      index: each.ordinal,
      witnessUtxo: { script, amount: each.units },
    })
    left += each.units - PER_BYTE * INPUT_BYTES
  }
  if (left < 0n) throw new ChainError('REFUSED', 'The faucet has too few coins; mine more blocks.')
  if (left > DUST) tx.addOutput({ script, amount: left })
  tx.sign(KEY)
  tx.finalize()
  return hex.encode(tx.extract())
}

const oldestFirst = (outputs: readonly Unspent[], below: number): readonly Unspent[] =>
  outputs.filter(({ height }) => height < below).toSorted((a, b) => a.height - b.height)

function addReceiver(
  tx: Transaction,
  {
    network,
    to,
    units,
  }: { readonly network: Network; readonly to: string; readonly units: bigint },
): void {
  try {
    tx.addOutputAddress(to, units, formOf(network))
  } catch (cause) {
    throw new RangeError(`${to} is no address of ${network.name}.`, { cause })
  }
}
