import { decimal, formatDecimal, fromUnits } from '@x/decimal'

export type TradingMarket = 'spot' | 'futures'
export type FeeRole = 'maker' | 'taker'
export type VipLevel = 0 | 1 | 2 | 3 | 4 | 5

/** Percent, as published. */
export type FeeTier = Readonly<Record<FeeRole, string>>
export type FeeTiers = readonly [FeeTier, FeeTier, FeeTier, FeeTier, FeeTier, FeeTier]

/** trading 7: the reference gateway's defaults by VIP level. Configuration of a deployment, not law. */
export const FEE_TIERS: Readonly<Record<TradingMarket, FeeTiers>> = {
  spot: [
    { maker: '0.10', taker: '0.10' },
    { maker: '0.08', taker: '0.09' },
    { maker: '0.07', taker: '0.08' },
    { maker: '0.06', taker: '0.07' },
    { maker: '0.04', taker: '0.06' },
    { maker: '0.02', taker: '0.05' },
  ],
  futures: [
    { maker: '0.020', taker: '0.060' },
    { maker: '0.018', taker: '0.055' },
    { maker: '0.016', taker: '0.050' },
    { maker: '0.014', taker: '0.045' },
    { maker: '0.012', taker: '0.040' },
    { maker: '0.008', taker: '0.035' },
  ],
}

export interface FeeRateInput {
  readonly market: TradingMarket
  readonly role: FeeRole
  readonly vipLevel: VipLevel
  /** Default `FEE_TIERS`. */
  readonly tiers?: Readonly<Record<TradingMarket, FeeTiers>>
}

/** The rate as a fraction: 0.10 % is `0.0010`. */
export function feeRate({ market, role, vipLevel, tiers = FEE_TIERS }: FeeRateInput): string {
  const percent = decimal(tiers[market][vipLevel][role])
  return formatDecimal(fromUnits(percent.units, percent.scale + 2))
}
