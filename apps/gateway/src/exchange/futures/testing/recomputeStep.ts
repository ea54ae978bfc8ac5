import type { FuturesInstrument } from '../../instruments/Instrument.ts'
import type { Liquidation } from '../../state/effects.ts'
import type { LiquidationInputs } from '../../state/futuresRecords.ts'

const MILLION = 1_000_000n
const ATOMS = 100_000_000n

/** What a step of the ladder says of itself: what anybody may read of it. */
export interface PublishedStep {
  readonly step: Liquidation
  readonly inputs: LiquidationInputs
}

/** What the public list of contracts says of a linear one, in atoms and millionths. */
interface Terms {
  /** Atoms of a lot for each tick of its price. */
  readonly unit: bigint
  readonly tiers: readonly { readonly upTo: bigint; readonly rate: bigint; readonly cum: bigint }[]
  readonly taker: bigint
  readonly penalty: bigint
  readonly band: bigint
}

/** Units of 1/`parts` in a decimal text. */
function parse(text: string, parts: bigint): bigint {
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(whole) * parts + (BigInt(decimals || 0) * parts) / 10n ** BigInt(decimals.length)
}

const up = (top: bigint, bottom: bigint): bigint => -down(-top, bottom)
const down = (top: bigint, bottom: bigint): bigint =>
  top >= 0n ? top / bottom : -((-top + bottom - 1n) / bottom)
const size = (value: bigint): bigint => (value < 0n ? -value : value)

function termsOf(contract: FuturesInstrument): Terms {
  let [cum, from, before] = [0n, 0n, undefined as bigint | undefined]
  return {
    unit: (parse(contract.tickSize, ATOMS) * parse(contract.stepSize, ATOMS)) / ATOMS,
    tiers: contract.tiers.map(({ upTo, maintenance }) => {
      const rate = parse(maintenance, MILLION)
      cum += (from * (rate - (before ?? rate))) / MILLION
      before = rate
      from = parse(upTo, ATOMS)
      return { upTo: from, rate, cum }
    }),
    taker: parse(contract.takerRate, MILLION),
    penalty: parse(contract.liquidationRate, MILLION),
    band: parse(contract.priceBand, MILLION),
  }
}

/**
 * Computes a step of a wallet with one position in a linear contract again, from what it publishes
 * and from the public terms of the contract alone (futures 3, futures 6); answers what differs.
 */
export function recomputeStep(
  { step, inputs }: PublishedStep,
  contract: FuturesInstrument,
): string[] {
  const terms = termsOf(contract)
  const [position, ...others] = inputs.positions
  if (!position || others.length > 0) return ['it is not of one position']
  const { unit, taker } = terms
  const lots = BigInt(position.lots)
  const mark = BigInt(position.mark)
  const worth = size(lots) * mark * unit
  const tier = terms.tiers.find(({ upTo }) => worth <= upTo) ?? terms.tiers.at(-1)!
  const equity =
    BigInt(inputs.wallet) + lots * mark * unit - BigInt(position.cost) - BigInt(position.settled)
  const charged = BigInt(inputs.exposures[0]?.[1] ?? 0)
  const required = (rate: bigint, cum: bigint, of: bigint) =>
    up((rate + taker) * of - cum * MILLION, MILLION)
  const requirement = required(tier.rate, tier.cum, charged)
  const faults: string[] = []
  const compare = (what: string, own: bigint, stated: bigint | number | string | undefined) => {
    if (String(own) !== String(stated)) faults.push(`${what} is ${own}, published ${stated}`)
  }
  compare('equity', equity, step.equity)
  compare('requirement', requirement, step.requirement)
  compare('mark', mark, step.prices.find(([symbol]) => symbol === position.symbol)?.[1])
  compare('rate', tier.rate, position.maintenancePpm)
  compare('maintenance amount', tier.cum, position.cum)
  if (equity > requirement) faults.push('it was not due')
  if (step.step === 'reduce') {
    compare('slice', sliceOf(), step.traded?.lots)
    compare('bound', boundOf(), step.traded?.ticks)
  }
  if (step.step === 'deleverage') {
    compare('lots', size(lots), step.traded?.lots)
    compare('bankruptcy price', bankruptcy(), step.traded?.ticks)
    if (equity > 0n) faults.push('it still had equity')
  }
  return faults

  /** The fewest lots after which equity >= 1.25 times the requirement, fee and l paid. */
  function sliceOf(): bigint {
    const all = size(lots)
    if (equity * 3n <= requirement * 2n || !suffices(all)) return all
    let [few, enough] = [0n, all]
    while (enough - few > 1n) {
      const middle = (few + enough) / 2n
      if (suffices(middle)) enough = middle
      else few = middle
    }
    return enough
  }

  function suffices(closed: bigint): boolean {
    const value = closed * mark * unit
    const paid = up(value * taker, MILLION) + up(value * terms.penalty, MILLION)
    const rest = worth - value
    const { rate, cum } = terms.tiers.find(({ upTo }) => rest <= upTo) ?? terms.tiers.at(-1)!
    return (equity - paid) * 4n >= (rest === 0n ? 0n : required(rate, cum, rest)) * 5n
  }

  /** (P·q − d·equity)/(q(1 − d·f)), towards the mark. */
  function bankruptcy(): bigint {
    const sign = lots > 0n ? 1n : -1n
    const top = (worth - sign * equity) * MILLION
    const bottom = size(lots) * unit * (MILLION - sign * taker)
    const found = sign > 0n === equity >= 0n ? up(top, bottom) : down(top, bottom)
    return found > 0n ? found : step.step === 'deleverage' ? 1n : 0n
  }

  /** The bankruptcy price while there is equity, within the price band. */
  function boundOf(): bigint {
    const isLong = lots > 0n
    const band = isLong
      ? up(mark * (MILLION - terms.band), MILLION)
      : down(mark * (MILLION + terms.band), MILLION)
    if (equity <= 0n) return band
    const worst = bankruptcy()
    return isLong === worst > band ? worst : band
  }
}
