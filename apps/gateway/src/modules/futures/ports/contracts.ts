import type { FuturesSymbol, FuturesTier } from '@x/api'
import { formatUnits } from '@x/decimal'
import { withMaintenanceAmounts } from '@x/trading'
import { fundingRateCap } from '@x/trading/futures'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import type { FuturesInstrument } from '../../../exchange/instruments/Instrument.ts'
import { unknownSymbol } from '../../../platform/http/requestFields.ts'

/** Hours between two fundings of every contract (futures 1). */
export const FUNDING_HOURS = 8

const bySymbol: ReadonlyMap<string, FuturesInstrument> = new Map(
  CONTRACTS.map((contract) => [contract.symbol, contract]),
)

/** What a contract is settled in. */
export const productOf = ({ settlement }: FuturesInstrument): 'usdt' | 'coin' =>
  settlement.kind === 'linear' ? 'usdt' : 'coin'

/** What one inverse contract is worth in its quote currency. */
export const contractValueOf = ({ settlement }: FuturesInstrument): string | null =>
  settlement.kind === 'inverse' ? settlement.contractValue : null

export const isContract = (symbol: string): boolean => bySymbol.has(symbol)

/** The contract of a symbol on the wire. @throws GatewayError 40401 */
export function contractNamed(symbol: string): FuturesInstrument {
  const contract = bySymbol.get(symbol)
  if (!contract) throw unknownSymbol(symbol)
  return contract
}

/** The contracts of a symbol or product, all without either. @throws GatewayError 40401 */
export function contractsNamed({
  symbol,
  product,
}: {
  readonly symbol?: string | null | undefined
  readonly product?: string | null | undefined
}): readonly FuturesInstrument[] {
  const named = symbol ? [contractNamed(symbol)] : CONTRACTS
  return product ? named.filter((contract) => productOf(contract) === product) : named
}

export function contractView(contract: FuturesInstrument): FuturesSymbol {
  const { symbol, base, quote, tiers, tickSize, stepSize, minNotional } = contract
  const first = tiers[0]
  return {
    symbol,
    product: productOf(contract),
    base,
    quote,
    marginCoin: contract.marginAsset,
    tickSize,
    stepSize,
    minNotional,
    contractValue: contractValueOf(contract),
    pricePlace: contract.pricePlace,
    quantityPlace: contract.quantityPlace,
    marginPlace: contract.marginScale,
    maxLeverage: first?.maxLeverage ?? 1,
    priceBand: contract.priceBand,
    liquidationFeeRate: contract.liquidationRate,
    fundingHours: FUNDING_HOURS,
    fundingCap: fundingRateCap({
      maxLeverage: String(first?.maxLeverage ?? 1),
      mm: first?.maintenance ?? '0',
    }),
  }
}

export function tierViews(contract: FuturesInstrument): FuturesTier[] {
  const amounts = withMaintenanceAmounts([
    ...contract.tiers.map(({ upTo, maintenance }) => ({ upTo, mm: maintenance })),
    // Beyond the last end no position goes; the table must end with an open tier.
    { upTo: null, mm: contract.tiers.at(-1)?.maintenance ?? '0' },
  ])
  return contract.tiers.map(({ upTo, maintenance, maxLeverage }, at) => ({
    tier: at + 1,
    notionalFrom: contract.tiers[at - 1]?.upTo ?? '0',
    notionalTo: upTo,
    maintenanceRate: maintenance,
    maintenanceAmount: amounts[at]?.cum ?? '0',
    maxLeverage,
  }))
}

export const priceText = (ticks: number, { pricePlace }: FuturesInstrument): string =>
  formatUnits(BigInt(ticks), pricePlace)
export const sizeText = (lots: number, { quantityPlace }: FuturesInstrument): string =>
  formatUnits(BigInt(lots), quantityPlace)
export const marginText = (atoms: bigint, { marginScale }: FuturesInstrument): string =>
  formatUnits(atoms, marginScale, { trim: true })
