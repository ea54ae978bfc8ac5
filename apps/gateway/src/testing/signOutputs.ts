import { hex } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import type { Payment } from '../exchange/state/withdrawals.ts'
import type { OutputPlace } from '../modules/wallet/ports/outputs.ts'

/** The private key 1, and the public key that everybody knows of it. */
const KEY = new Uint8Array(32).fill(1, 31)
const { script } = p2wpkh(
  hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'),
)

/** A signed payment that spends these outputs, in order, and pays these amounts. */
export function signOutputs(spent: readonly OutputPlace[], pays: readonly bigint[]): Payment {
  const tx = new Transaction()
  for (const { txHash, ordinal } of spent)
    tx.addInput({
      txid: txHash,
      index: ordinal,
      witnessUtxo: { script, amount: pays.reduce((sum, each) => sum + each, 0n) },
    })
  for (const amount of pays) tx.addOutput({ script, amount })
  tx.sign(KEY)
  tx.finalize()
  return { raw: hex.encode(tx.extract()), txHash: tx.id, nonce: 0, bump: 0 }
}
