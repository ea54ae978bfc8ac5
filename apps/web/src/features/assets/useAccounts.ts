import { useAppSelector } from '../../data/store/hooks.ts'
import { selectRealm, selectUser } from '../../data/store/slice.ts'
import type { AccountAmount } from '../../data/valuation/accountAmounts.ts'
import {
  type AccountKind,
  accountsOf,
  type AccountWorth,
  isNothing,
  type PriceOf,
} from './valuation.ts'

/**
 * The accounts beside spot that the user has, with what each is worth. What is under way is one of
 * them as long as there is any.
 */
export function useAccounts(
  amounts: readonly AccountAmount[] | undefined,
  priceOf: PriceOf,
): readonly AccountWorth[] {
  const isLive = useAppSelector(selectRealm) === 'live'
  const isMain = useAppSelector(selectUser)?.roles.includes('sub-account') !== true
  const kinds: readonly AccountKind[] = [
    'futures',
    'margin',
    ...(isLive && isMain ? (['earn'] as const) : []),
    ...(isMain ? (['copy'] as const) : []),
    'pending',
  ]
  return accountsOf(amounts, { kinds, priceOf }).filter(
    ({ kind, value }) => kind !== 'pending' || (amounts !== undefined && !isNothing(value)),
  )
}
