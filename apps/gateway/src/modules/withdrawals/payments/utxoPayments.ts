import type { Payment, Withdrawal } from '../../../exchange/state/withdrawals.ts'
import type { Unspent, UtxoChain } from '../../wallet/ports/Chain.ts'
import { assetOn, atomsPerUnit } from '../../wallet/ports/networks.ts'
import { readOutputs } from '../../wallet/ports/payments.ts'
import type { SignSpend } from '../../wallet/ports/Signer.ts'
import type { PaymentRound } from './PaymentRound.ts'
import { bytesOf, selectInputs } from './selectInputs.ts'

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
  const perByte = await perByteOf(round, { withdrawal, inputs, last })
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

const sumOf = (outputs: readonly Unspent[]): bigint =>
  outputs.reduce((sum, { units }) => sum + units, 0n)

/** What a byte pays; `undefined`: the inputs do not pay for a dearer one than the last. */
async function perByteOf(
  round: UtxoRound,
  {
    withdrawal,
    inputs,
    last,
  }: {
    readonly withdrawal: Readonly<Withdrawal>
    readonly inputs: readonly Unspent[]
    readonly last: Payment | undefined
  },
): Promise<bigint | undefined> {
  const quote = await perByteNow(round)
  const least = last ? await dearerThan(last, inputs) : 0n
  const most = (sumOf(inputs) - unitsOf(round, withdrawal)) / bytesOf(inputs.length)
  if (least > most) return undefined
  const wanted = quote > least ? quote : least
  return wanted < most ? wanted : most
}

/** What the payee receives, in units of the chain. */
function unitsOf({ network }: UtxoRound, { asset, amount, fee }: Readonly<Withdrawal>): bigint {
  const coin = assetOn(network, asset)
  return coin ? (amount - fee) / atomsPerUnit(coin) : 0n
}

/** A quarter above what the payment before pays for a byte. */
async function dearerThan(payment: Payment, inputs: readonly Unspent[]): Promise<bigint> {
  const { paid, bytes } = await readOutputs(payment)
  const quarters = 4n * BigInt(bytes)
  return ((sumOf(inputs) - paid) * 5n + quarters - 1n) / quarters
}

async function perByteNow({ chain }: UtxoRound): Promise<bigint> {
  const quote = await chain.feeQuote()
  return quote.family === 'utxo' ? quote.perByte : 0n
}

/** Of our addresses the number, or `null` for the hot one. */
async function indexesOf({
  network: { family },
  signer,
  addresses,
}: UtxoRound): Promise<ReadonlyMap<string, number | null>> {
  const numbered = [...(addresses?.numbered(family) ?? [])]
  return new Map<string, number | null>([
    ...numbered.map(({ address, index }) => [address, index] as const),
    [await signer.hotAddress(family), null],
  ])
}

const placeOf = ({ txHash, ordinal }: Pick<Unspent, 'txHash' | 'ordinal'>): string =>
  `${txHash}:${ordinal}`

/** Outputs of final blocks that no payment under way spends. */
async function newInputs(
  round: UtxoRound,
  withdrawal: Readonly<Withdrawal>,
): Promise<readonly Unspent[] | undefined> {
  const { network, chain, trading } = round
  if (!assetOn(network, withdrawal.asset)) return undefined
  const taken = new Set<string>()
  for (const each of trading.core.state.withdrawals.open.values())
    if (each.network === network.id)
      for (const payment of each.payments)
        for (const input of (await readOutputs(payment)).spent) taken.add(placeOf(input))
  const perByte = await perByteNow(round)
  const receive = unitsOf(round, withdrawal)
  const own = await chain.unspent([...(await indexesOf(round)).keys()])
  const isFinal = ({ height }: Unspent): boolean => own.height - height + 1 >= network.unlockAt
  for (;;) {
    const outputs = own.outputs.filter((each) => isFinal(each) && !taken.has(placeOf(each)))
    const chosen = selectInputs({ outputs, receive, perByte })
    const lost = chosen && (await firstUnspendable(chain, chosen))
    if (!lost) return chosen
    taken.add(placeOf(lost))
  }
}

/** One that a transaction spends which waits, or that a block made too short a time ago. */
async function firstUnspendable(
  chain: UtxoChain,
  outputs: readonly Unspent[],
): Promise<Unspent | undefined> {
  for (const output of outputs) if (!(await chain.isSpendable(output))) return output
  return undefined
}

/** In the order of the payment; `undefined`: it is mined meanwhile. */
async function inputsOf(
  round: UtxoRound,
  payment: Payment,
): Promise<readonly Unspent[] | undefined> {
  const own = await round.chain.unspent([...(await indexesOf(round)).keys()])
  const places = new Map(own.outputs.map((each) => [placeOf(each), each]))
  const { spent } = await readOutputs(payment)
  const inputs = spent.map((each) => places.get(placeOf(each)))
  const found = inputs.filter((each) => each !== undefined)
  return found.length === inputs.length ? found : undefined
}
