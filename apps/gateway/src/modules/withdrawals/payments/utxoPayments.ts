import type { Payment, Withdrawal } from '../../../exchange/state/withdrawals.ts'
import type { Unspent, UtxoChain } from '../../wallet/ports/Chain.ts'
import { assetOn, atomsPerUnit } from '../../wallet/ports/networks.ts'
import {
  chooseSpendable,
  indexesOf,
  ownOutputs,
  perByteNow,
  perByteOf,
  type OutputPlace,
} from '../../wallet/ports/outputs.ts'
import { readOutputs } from '../../wallet/ports/payments.ts'
import { selectInputs } from '../../wallet/ports/selectInputs.ts'
import type { SignSpend } from '../../wallet/ports/Signer.ts'
import type { PaymentRound } from './PaymentRound.ts'

type UtxoRound = PaymentRound & { readonly chain: UtxoChain }

/**
 * Whether final outputs pay it. One at a time: what the signer was asked for and nobody has yet may
 * spend any of them.
 */
export async function isHotEnough(
  round: UtxoRound,
  withdrawal: Readonly<Withdrawal>,
): Promise<boolean> {
  for (const { id, network, asked, payments } of round.trading.core.state.withdrawals.open.values())
    if (network === round.network.id && id !== withdrawal.id && asked && payments.length === 0)
      return false
  return (await newInputs(round, withdrawal)) !== undefined
}

/** A first payment spends what nobody else does; a replacement what the one before spends. */
export async function requestOf(
  round: UtxoRound,
  { withdrawal, bump }: { readonly withdrawal: Readonly<Withdrawal>; readonly bump: number },
): Promise<SignSpend | undefined> {
  const { id, asset, address, amount, fee, approvals, payments } = withdrawal
  const last = payments.at(-1)
  const inputs = last ? await inputsOf(round, last) : await newInputs(round, withdrawal)
  if (!inputs) return undefined
  const pays = unitsOf(round, withdrawal)
  const perByte = await perByteOf(round.chain, { inputs, pays, last })
  if (perByte === undefined) return undefined
  const indexes = await indexesOf(round)
  return {
    kind: 'spend',
    id: String(id),
    bump,
    network: round.network.id,
    asset,
    address,
    receive: String(amount - fee),
    fee: String(fee),
    approvals,
    perByte: String(perByte),
    inputs: inputs.map(({ txHash, ordinal, units, address: on }) => ({
      txHash,
      ordinal,
      units: String(units),
      index: indexes.get(on) ?? null,
    })),
  }
}

/** What the payee receives, in units of the chain. */
function unitsOf({ network }: UtxoRound, { asset, amount, fee }: Readonly<Withdrawal>): bigint {
  const coin = assetOn(network, asset)
  return coin ? (amount - fee) / atomsPerUnit(coin) : 0n
}

/** Outputs of final blocks that no payment under way spends. */
async function newInputs(
  round: UtxoRound,
  withdrawal: Readonly<Withdrawal>,
): Promise<readonly Unspent[] | undefined> {
  const { network, chain, trading } = round
  if (!assetOn(network, withdrawal.asset)) return undefined
  const perByte = await perByteNow(chain)
  const receive = unitsOf(round, withdrawal)
  const { free } = await ownOutputs({
    ...round,
    withdrawals: trading.core.state.withdrawals.open.values(),
    reserved: round.reserved?.(network.id),
  })
  return chooseSpendable(chain, {
    outputs: free,
    choose: (outputs) => selectInputs({ outputs, receive, perByte }),
  })
}

/** In the order of the payment; `undefined`: it is mined meanwhile. */
async function inputsOf(
  round: UtxoRound,
  payment: Payment,
): Promise<readonly Unspent[] | undefined> {
  const own = await round.chain.unspent([...(await indexesOf(round)).keys()])
  const placeOf = ({ txHash, ordinal }: OutputPlace): string => `${txHash}:${ordinal}`
  const places = new Map(own.outputs.map((each) => [placeOf(each), each]))
  const { spent } = await readOutputs(payment)
  const inputs = spent.map((each) => places.get(placeOf(each)))
  const found = inputs.filter((each) => each !== undefined)
  return found.length === inputs.length ? found : undefined
}
