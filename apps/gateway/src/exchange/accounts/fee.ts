import { mulDiv, parseUnits } from '@x/decimal'
import { FEE_TIERS, feeRate, type FeeRole, type VipLevel } from '@x/trading'

/** Parts per million: 0.10 % is 1000. */
export interface FeeRates {
  readonly makerPpm: number
  readonly takerPpm: number
}

/**
 * Spot fees by VIP level (trading 7). Levels beyond the table get its last row,
 * unknown ones its first.
 */
export const spotFeeRates = (vipLevel: number): FeeRates => feeRates('spot', vipLevel)

/** The same of futures. */
export const futuresFeeRates = (vipLevel: number): FeeRates => feeRates('futures', vipLevel)

function feeRates(market: 'spot' | 'futures', vipLevel: number): FeeRates {
  const level = Number.isInteger(vipLevel)
    ? Math.min(Math.max(vipLevel, 0), FEE_TIERS[market].length - 1)
    : 0
  const ppm = (role: FeeRole) =>
    Number(parseUnits(feeRate({ market, role, vipLevel: level as VipLevel }), 6))
  return { makerPpm: ppm('maker'), takerPpm: ppm('taker') }
}

/** The fee on a received amount, rounded up to a whole atom. */
export function feeOn(amount: bigint, ppm: number): bigint {
  // Every fill asks twice; what is not below zero needs no look at how it is rounded.
  if (amount >= 0n && ppm >= 0) return (amount * BigInt(ppm) + 999_999n) / 1_000_000n
  return mulDiv(amount, BigInt(ppm), { by: 1_000_000n, mode: 'up' })
}
