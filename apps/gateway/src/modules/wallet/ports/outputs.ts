import type { Payment, Withdrawal } from '../../../exchange/state/withdrawals.ts'
import type { Unspent, UtxoChain } from './Chain.ts'
import type { Network } from './networks.ts'
import { readOutputs } from './payments.ts'
import { bytesOf } from './selectInputs.ts'
import type { Signer } from './Signer.ts'

/** Every address of users with the number that it derives from. */
export interface NumberedAddresses {
  numbered(
    family: Network['family'],
  ): Iterable<{ readonly address: string; readonly index: number }>
}

/** An output by its place. */
export type OutputPlace = Pick<Unspent, 'txHash' | 'ordinal'>

export interface OwnOutputs {
  /** Of final blocks, spent by no payment under way, with the numbers of their addresses. */
  readonly free: readonly (Unspent & { readonly index: number | null })[]
  /** What is on our addresses altogether, the cold one left out. */
  readonly units: bigint
  /** Of the block at which this was so. */
  readonly height: number
}

export interface OwnOutputsOptions {
  readonly network: Network
  readonly chain: UtxoChain
  readonly signer: Pick<Signer, 'hotAddress'>
  readonly addresses?: NumberedAddresses | undefined
  readonly withdrawals: Iterable<Readonly<Pick<Withdrawal, 'network' | 'payments'>>>
  /** Outputs of payments between our addresses. */
  readonly reserved?: Iterable<OutputPlace> | undefined
  /** Blocks above it are not counted: nothing that they bring is credited. Not given: all are. */
  readonly readTo?: number | undefined
}

const placeOf = ({ txHash, ordinal }: OutputPlace): string => `${txHash}:${ordinal}`

/** Of our addresses the number, or `null` for the hot one. */
export async function indexesOf({
  network: { family },
  signer,
  addresses,
}: Pick<OwnOutputsOptions, 'network' | 'signer' | 'addresses'>): Promise<
  ReadonlyMap<string, number | null>
> {
  const numbered = [...(addresses?.numbered(family) ?? [])]
  return new Map<string, number | null>([
    ...numbered.map(({ address, index }) => [address, index] as const),
    [await signer.hotAddress(family), null],
  ])
}

/** What may be spent now, waiting transactions not counted. @throws ChainError */
export async function ownOutputs(options: OwnOutputsOptions): Promise<OwnOutputs> {
  const { network, chain, withdrawals, reserved = [], readTo = Infinity } = options
  const taken = new Set([...reserved].map(placeOf))
  for (const each of withdrawals)
    if (each.network === network.id)
      for (const payment of each.payments)
        for (const input of (await readOutputs(payment)).spent) taken.add(placeOf(input))
  const indexes = await indexesOf(options)
  const own = await chain.unspent([...indexes.keys()])
  const head = Math.min(own.height, readTo)
  const isFinal = ({ height }: Unspent): boolean => head - height + 1 >= network.unlockAt
  return {
    height: own.height,
    units: sumOf(own.outputs),
    free: own.outputs
      .filter((each) => isFinal(each) && !taken.has(placeOf(each)))
      .map((each) => ({ ...each, index: indexes.get(each.address) ?? null })),
  }
}

/** What `choose` takes of the outputs, all of which a node would take. @throws ChainError */
export async function chooseSpendable<T extends Unspent>(
  chain: UtxoChain,
  {
    outputs,
    choose,
  }: {
    readonly outputs: readonly T[]
    readonly choose: (of: readonly T[]) => readonly T[] | undefined
  },
): Promise<readonly T[] | undefined> {
  const lost = new Set<string>()
  for (;;) {
    const chosen = choose(outputs.filter((each) => !lost.has(placeOf(each))))
    const found = chosen && (await firstUnspendable(chain, chosen))
    if (!found) return chosen
    lost.add(placeOf(found))
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

type Units = Pick<Unspent, 'units'>

/** What outputs have together. */
export const sumOf = (outputs: readonly Units[]): bigint =>
  outputs.reduce((sum, { units }) => sum + units, 0n)

/** What a byte pays today. @throws ChainError */
export async function perByteNow(chain: Pick<UtxoChain, 'feeQuote'>): Promise<bigint> {
  const quote = await chain.feeQuote()
  return quote.family === 'utxo' ? quote.perByte : 0n
}

/** What a byte pays; `undefined`: the inputs do not pay for a dearer one than the last. */
export async function perByteOf(
  chain: Pick<UtxoChain, 'feeQuote'>,
  {
    inputs,
    pays,
    last,
  }: {
    readonly inputs: readonly Units[]
    /** To others than the hot address. */
    readonly pays: bigint
    readonly last: Payment | undefined
  },
): Promise<bigint | undefined> {
  const quote = await perByteNow(chain)
  const least = last ? await dearerThan(last, inputs) : 0n
  const most = (sumOf(inputs) - pays) / bytesOf(inputs.length)
  if (least > most) return undefined
  const wanted = quote > least ? quote : least
  return wanted < most ? wanted : most
}

/** A quarter above what the payment before pays for a byte. */
async function dearerThan(payment: Payment, inputs: readonly Units[]): Promise<bigint> {
  const { paid, bytes } = await readOutputs(payment)
  const quarters = 4n * BigInt(bytes)
  return ((sumOf(inputs) - paid) * 5n + quarters - 1n) / quarters
}
