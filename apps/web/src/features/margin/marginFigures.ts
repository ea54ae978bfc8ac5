import type { MarginAccount } from '@x/api'
import { compare, decimal, formatDecimal, sub, sum, ZERO } from '@x/decimal'

/** Steps of a margin level: called at the call level, liquidated at the last one. */
export type LevelTone = 'calm' | 'warned' | 'danger'

type Levels = Pick<
  MarginAccount,
  'level' | 'borrowLevel' | 'callLevel' | 'liquidationLevel' | 'isLiquidating'
>

/** Where a level stands: warned where nothing more is lent, in danger from the call on. */
export function levelTone({ level, borrowLevel, callLevel, isLiquidating }: Levels): LevelTone {
  if (isLiquidating) return 'danger'
  if (level === null) return 'calm'
  if (compare(decimal(level), decimal(callLevel)) <= 0) return 'danger'
  return compare(decimal(level), decimal(borrowLevel)) <= 0 ? 'warned' : 'calm'
}

/** How near the liquidation is, in per cent: 100 at its level, nothing without debts. */
export function riskOf({ level, liquidationLevel }: Levels): number {
  if (level === null) return 0
  const [now, last] = [Number(level), Number(liquidationLevel)]
  return now <= last ? 100 : Math.round((last / now) * 100)
}

/** What is owed of an asset, interest and all. */
export const owedOf = (
  account: Pick<MarginAccount, 'assets'> | undefined,
  asset: string,
): string => {
  const row = account?.assets.find((each) => each.asset === asset)
  return row ? formatDecimal(sum([decimal(row.principal), decimal(row.interest)])) : '0'
}

/** The free balance of an asset. */
export const freeOf = (account: Pick<MarginAccount, 'assets'> | undefined, asset: string): string =>
  account?.assets.find((each) => each.asset === asset)?.available ?? '0'

/** The smaller one of two amounts. */
export const lesser = (one: string, other: string): string =>
  compare(decimal(one), decimal(other)) <= 0 ? one : other

/** Assets less debts; `null` while either is not known. */
export const netOf = ({
  assetsValue,
  debtsValue,
}: Pick<MarginAccount, 'assetsValue' | 'debtsValue'>): string | null =>
  assetsValue === null || debtsValue === null
    ? null
    : formatDecimal(sub(decimal(assetsValue), decimal(debtsValue)))

export const isPositive = (amount: string): boolean => compare(decimal(amount), ZERO) > 0
