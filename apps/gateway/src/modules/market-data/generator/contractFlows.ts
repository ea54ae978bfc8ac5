import type { FuturesInstrument, SpotInstrument } from '../../../exchange/instruments/Instrument.ts'
import type { MarketProfile } from './profile.ts'

/** How a contract moves in the generated market: near its pair. */
export interface ContractFlow {
  /** The instrument: `usdt/BTCUSDT`. */
  readonly symbol: string
  /** The spot pair it stays near. */
  readonly pair: string
  /** What one tick of the pair is in ticks of the contract. */
  readonly ticksPerPairTick: number
  readonly profile: MarketProfile
}

/** 1000SHIB counts a thousand SHIB. */
const MULTIPLE = /^(1\d*0)([A-Z]+)$/

/** The pair and the number of its units in one unit of the contract. */
export function pairOf({ base }: Pick<FuturesInstrument, 'base'>): {
  readonly symbol: string
  readonly multiple: string
} {
  const [, multiple = '1', coin = base] = MULTIPLE.exec(base) ?? []
  return { symbol: `${coin}USDT`, multiple }
}

/**
 * The flows of contracts whose pair is generated: its profile in the contract's ticks and lots.
 */
export function contractFlows(
  contracts: readonly FuturesInstrument[],
  {
    pairs,
    profiles,
  }: {
    readonly pairs: readonly SpotInstrument[]
    readonly profiles: Readonly<Record<string, MarketProfile>>
  },
): readonly ContractFlow[] {
  return contracts.flatMap((contract) => {
    const { symbol: pair, multiple } = pairOf(contract)
    const spec = pairs.find(({ symbol }) => symbol === pair)
    const profile = profiles[pair]
    if (!spec || !profile) return []
    const units = Number(multiple)
    const ticksPerPairTick = units * 10 ** (contract.pricePlace - spec.pricePlace)
    const startTicks = Math.max(2, Math.round(profile.startTicks * ticksPerPairTick))
    const base = profile.typicalLots / 10 ** spec.quantityPlace / units
    const price = startTicks / 10 ** contract.pricePlace
    const lots =
      contract.settlement.kind === 'inverse'
        ? (base * price) / Number(contract.settlement.contractValue)
        : base * 10 ** contract.quantityPlace
    return [
      {
        symbol: contract.id,
        pair,
        ticksPerPairTick,
        profile: { ...profile, startTicks, typicalLots: Math.max(1, Math.round(lots)) },
      },
    ]
  })
}
