import { formatOwner } from '../../../exchange/accounts/owner.ts'
import type { Unspent, UtxoChain } from '../ports/Chain.ts'
import { atomsPerUnit, type Network } from '../ports/networks.ts'
import { chooseSpendable, perByteNow, sumOf, type OwnOutputs } from '../ports/outputs.ts'
import { bytesOf, MOST_INPUTS, selectInputs } from '../ports/selectInputs.ts'
import type { SpentOutput } from '../ports/Signer.ts'
import { coldUnits, leavingOn, type ColdState } from './planCold.ts'
import { FEE_RESERVE, LATER_MS, WORTH, WORTH_LATER, type Plan } from './planSweep.ts'

/** An output of ours with the number of its address. */
type OwnOutput = OwnOutputs['free'][number]

export interface OutputsPlanOptions {
  readonly network: Network
  readonly chain: UtxoChain
  readonly state: ColdState
  readonly own: OwnOutputs
  /** A withdrawal waits for outputs: they are left to it, those of deposits for a day at most. */
  readonly isWanted: boolean
}

/**
 * On a UTXO network one payment brings outputs together: what is too much to the cold address, else
 * what is on deposit addresses to the hot one. `undefined`: nothing is worth its fee.
 * @throws ChainError
 */
export async function planOutputs(options: OutputsPlanOptions): Promise<Plan | undefined> {
  const perByte = await perByteNow(options.chain)
  return (await planCold(options, perByte)) ?? (await planConsolidation(options, perByte))
}

/** The fewest outputs that pay it, or as much of it as one payment can. */
async function planCold(
  { network, chain, state, own, isWanted }: OutputsPlanOptions,
  perByte: bigint,
): Promise<Plan | undefined> {
  const [coin] = network.assets
  if (!coin || network.coldAddress === undefined || isWanted) return undefined
  const owner = formatOwner({ kind: 'chain', network: network.id })
  const [mirror] = state.accounts.ownedBy('live', owner).filter(({ asset }) => asset === coin.asset)
  const owed = -(mirror?.balance ?? 0n) / atomsPerUnit(coin)
  const wanted = coldUnits({
    owed,
    balance: own.units,
    leaving: leavingOn(state, { network, coin }),
  })
  if (wanted === undefined) return undefined
  const most = largest(own.free)
  const payable = sumOf(most) - FEE_RESERVE * perByte * bytesOf(most.length)
  const units = wanted < payable ? wanted : payable
  const inputs = await chooseSpendable(chain, {
    outputs: own.free,
    choose: (outputs) => selectInputs({ outputs, receive: units, perByte }),
  })
  return inputs && units >= WORTH * perByte * bytesOf(inputs.length)
    ? { kind: 'cold', asset: coin.asset, units, inputs: inputs.map(spentOf) }
    : undefined
}

async function planConsolidation(
  { network, chain, own, isWanted }: OutputsPlanOptions,
  perByte: bigint,
): Promise<Plan | undefined> {
  const [coin] = network.assets
  if (!coin) return undefined
  const ageOf = ({ height }: Unspent): number => (own.height - height) * network.blockSeconds * 1000
  const isWorth = (outputs: readonly OwnOutput[]): boolean => {
    const isLate = outputs.some((each) => ageOf(each) >= LATER_MS)
    const times = isLate ? WORTH_LATER : WORTH
    return (isLate || !isWanted) && sumOf(outputs) >= times * perByte * bytesOf(outputs.length)
  }
  // What an input costs more than it brings stays where it is.
  const cost = WORTH_LATER * perByte * (bytesOf(1) - bytesOf(0))
  const inputs = await chooseSpendable(chain, {
    outputs: own.free.filter(({ index, units }) => index !== null && units > cost),
    choose: (outputs) => {
      const chosen = largest(outputs)
      return chosen.length > 0 && isWorth(chosen) ? chosen : undefined
    },
  })
  return (
    inputs && {
      kind: 'sweep',
      asset: coin.asset,
      units: sumOf(inputs),
      inputs: inputs.map(spentOf),
    }
  )
}

const largest = (outputs: readonly OwnOutput[]): readonly OwnOutput[] =>
  outputs.toSorted((a, b) => Number(b.units - a.units)).slice(0, MOST_INPUTS)

const spentOf = ({ txHash, ordinal, units, index }: OwnOutput): SpentOutput => ({
  txHash,
  ordinal,
  units: String(units),
  index,
})
