import type { FeeSchedule, VipDetail } from '@x/api'
import { compare, decimal, formatDecimal, formatUnits, rescaleUnits, sub } from '@x/decimal'
import {
  FEE_TIERS,
  P2P_FEE,
  TIER_REQUIREMENTS,
  type TierRequirements,
  type VipLevel,
  type TradingMarket,
} from '@x/trading'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { Sql } from '../../platform/db/Database.ts'
import type { DailyCloses } from '../market-data/ports/DisplayedMarket.ts'
import { SPREAD_PERCENT } from '../payments/ports/spread.ts'
import type { Network } from '../wallet/ports/networks.ts'
import { DAYS, worthsAt, worthText } from './createFeeTiers.ts'
import { customerOf, QUOTE, volumeDaysOf } from './queries.ts'

const DAY_MS = 86_400_000
const SHOWN = 2

/**
 * What every product charges, each from what it is charged by: `FEE_TIERS`, `P2P_FEE`, the spread
 * of conversions and the assets of each network.
 */
export function feeSchedule({
  networks,
  requirements = TIER_REQUIREMENTS,
}: {
  readonly networks: readonly Network[]
  readonly requirements?: TierRequirements | undefined
}): FeeSchedule {
  return {
    quote: QUOTE,
    levels: FEE_TIERS.spot.map((spot, level) => ({
      level,
      volume: requirements[level - 1]?.volume ?? null,
      valuation: requirements[level - 1]?.valuation ?? null,
      spot,
      futures: ratesOf('futures', level),
    })),
    p2p: P2P_FEE,
    convert: { spread: SPREAD_PERCENT },
    withdrawals: networks.flatMap(({ id, name, assets }) =>
      assets.map(({ asset, withdrawFee }) => ({ asset, network: id, name, fee: withdrawFee })),
    ),
  }
}

export interface VipDetailOptions {
  readonly db: Sql
  readonly dailyCloses: DailyCloses
  readonly now: number
  readonly requirements?: TierRequirements
}

/** The level of a user, what led to it and what the next one lacks. */
export async function vipDetailOf(
  userId: string,
  { db, dailyCloses, now, requirements = TIER_REQUIREMENTS }: VipDetailOptions,
): Promise<VipDetail> {
  const { customer, level, assessedDay } = await customerOf(db, userId)
  const day = assessedDay === 0 ? Math.floor(now / DAY_MS) : assessedDay
  const shared = {
    level,
    assessedAt: day * DAY_MS,
    spot: ratesOf('spot', level),
    futures: ratesOf('futures', level),
  }
  const next = requirements[level]
  // A sub-account sees neither the funds nor the trading of its main account.
  if (customer !== userId)
    return {
      ...shared,
      volume: null,
      valuation: null,
      next: next
        ? { level: level + 1, ...next, lackingVolume: null, lackingValuation: null }
        : null,
      days: [],
    }
  const days = await volumeDaysOf(db, { customer, from: day - DAYS, to: day })
  const atomsOn = new Map(days.map((each) => [Number(each.day), BigInt(each.quote)]))
  const total = [...atomsOn.values()].reduce((sum, atoms) => sum + atoms, 0n)
  const worth = (await worthsAt(day, { db, dailyCloses, customer })).get(customer) ?? 0n
  const [volume, valuation] = [quoteText(total), worthText(worth)]
  return {
    ...shared,
    volume,
    valuation,
    next: next
      ? {
          level: level + 1,
          ...next,
          lackingVolume: lacking(volume, next.volume),
          lackingValuation: lacking(valuation, next.valuation),
        }
      : null,
    days: Array.from({ length: DAYS }, (_, at) => ({
      at: (day - DAYS + at) * DAY_MS,
      volume: quoteText(atomsOn.get(day - DAYS + at) ?? 0n),
    })),
  }
}

/** Levels beyond the table pay its last row, as orders do. */
const ratesOf = (market: TradingMarket, level: number) =>
  FEE_TIERS[market][Math.min(Math.max(level, 0), FEE_TIERS[market].length - 1) as VipLevel]

const quoteText = (atoms: bigint): string =>
  formatUnits(rescaleUnits(atoms, { from: scaleOf(QUOTE), to: SHOWN, mode: 'down' }), SHOWN)

/** How much of `wanted` is not there yet. */
function lacking(have: string, wanted: string): string {
  const [reached, aim] = [decimal(have), decimal(wanted)]
  return compare(reached, aim) >= 0 ? '0' : formatDecimal(sub(aim, reached))
}
