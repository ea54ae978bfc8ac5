import { compare, decimal, formatDecimal, fromUnits } from '@x/decimal'

/** Market with its own fee tiers. */
export type TradingMarket = 'spot' | 'futures'
/** Whether a fill adds liquidity (`maker`) or takes it (`taker`). */
export type FeeRole = 'maker' | 'taker'
/** VIP level of an account. */
export type VipLevel = 0 | 1 | 2 | 3 | 4 | 5

/** Percent, as published. */
export type FeeTier = Readonly<Record<FeeRole, string>>
/** Fee tiers by VIP level, from 0 to 5. */
export type FeeTiers = readonly [FeeTier, FeeTier, FeeTier, FeeTier, FeeTier, FeeTier]

/**
 * The reference gateway's defaults by VIP level (trading 7). Configuration of a deployment, not
 * a rule.
 */
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

/** What a P2P order takes of the coins that its buyer gets, in percent, at every VIP level. */
export const P2P_FEE: { readonly buyer: string } = { buyer: '0.10' }

/** What a level asks for, in the quote asset: either is enough. */
export interface TierRequirement {
  /** Traded in the last 30 days. */
  readonly volume: string
  /** What all assets are worth. */
  readonly valuation: string
}
/** Of the levels from 1 up. */
export type TierRequirements = readonly [
  TierRequirement,
  TierRequirement,
  TierRequirement,
  TierRequirement,
  TierRequirement,
]

/**
 * By 30-day volume or asset valuation (trading 7). The amounts are a deployment's own; these are
 * the reference gateway's.
 */
export const TIER_REQUIREMENTS: TierRequirements = [
  { volume: '1000000', valuation: '50000' },
  { volume: '5000000', valuation: '200000' },
  { volume: '20000000', valuation: '500000' },
  { volume: '100000000', valuation: '2000000' },
  { volume: '500000000', valuation: '10000000' },
]

/** Arguments of {@link vipLevelOf}; decimal strings. */
export interface VipLevelInput {
  readonly volume: string
  readonly valuation: string
  /** Default `TIER_REQUIREMENTS`. */
  readonly requirements?: TierRequirements
}

/** The highest level that the volume or the valuation reaches (trading 7). */
export function vipLevelOf({
  volume,
  valuation,
  requirements = TIER_REQUIREMENTS,
}: VipLevelInput): VipLevel {
  const reaches = (amount: string, wanted: string) => compare(decimal(amount), decimal(wanted)) >= 0
  return (requirements.findLastIndex(
    (wanted) => reaches(volume, wanted.volume) || reaches(valuation, wanted.valuation),
  ) + 1) as VipLevel
}

/** Arguments of {@link feeRate}. */
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
