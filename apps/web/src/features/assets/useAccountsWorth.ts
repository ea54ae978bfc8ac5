import { useEffect } from 'react'
import { type CopyLead, useCopyFollows, useCopyLead } from '../../data/copy/api.ts'
import { useEarnPositions } from '../../data/earn/api.ts'
import { useFuturesAccount } from '../../data/futures/accountApi.ts'
import { useFuturesPositions } from '../../data/futures/positionsApi.ts'
import { MARKED_MS, useRefresh } from '../../data/futures/useRefresh.ts'
import { useMarginAccounts } from '../../data/margin/api.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectRealm, selectUser } from '../../data/store/slice.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import {
  type AccountKind,
  type AccountParts,
  type AccountWorth,
  earnParts,
  futuresParts,
  marginParts,
  type Part,
  type PriceOf,
  sumOf,
} from './accountsWorth.ts'

const UNKNOWN: AccountParts = { value: undefined, parts: [] }

/** The accounts beside spot with what each is worth and made of; without those that are refused. */
export function useAccountsWorth(priceOf: PriceOf): {
  readonly accounts: readonly AccountWorth[]
  readonly parts: readonly (readonly Part[])[]
} {
  const isLive = useAppSelector(selectRealm) === 'live'
  const isMain = useAppSelector(selectUser)?.roles.includes('sub-account') !== true
  const futures = useRefresh(useFuturesAccount(), { everyMs: MARKED_MS })
  const positions = useFuturesPositions()
  const margin = useMarginAccounts()
  const earn = useEarnPositions({ isNeeded: isLive && isMain })
  const copied = useCopied({ isNeeded: isMain })
  const known: readonly (readonly [AccountKind, AccountParts | 'refused'])[] = [
    [
      'futures',
      of(both(futures, positions), ([{ wallets }, held]) =>
        futuresParts({ wallets, positions: held }, priceOf),
      ),
    ],
    ['margin', of(margin, (accounts) => marginParts(accounts, priceOf))],
    ['earn', isLive && isMain ? of(earn, (held) => earnParts(held, priceOf)) : 'refused'],
    ['copy', isMain ? of(copied, (value) => ({ value, parts: [] })) : 'refused'],
  ]
  const there = known.flatMap(([kind, found]) => (found === 'refused' ? [] : [{ kind, ...found }]))
  return {
    accounts: there.map(({ kind, value }) => ({ kind, value })),
    parts: there.map(({ parts }) => parts),
  }
}

interface Found<T> {
  readonly data?: T | undefined
  readonly error?: unknown
}

function of<T>(
  { data, error }: Found<T>,
  read: (data: T) => AccountParts,
): AccountParts | 'refused' {
  if (data !== undefined) return read(data)
  return isRefusal(error) ? 'refused' : UNKNOWN
}

/** Not offered to this account, as what only main accounts have is not to their sub-accounts. */
const isRefusal = (error: unknown): boolean => failureOf(error).code?.startsWith('403') ?? false

const both = <A, B>(first: Found<A>, second: Found<B>): Found<readonly [A, B]> => ({
  data:
    first.data === undefined || second.data === undefined
      ? undefined
      : ([first.data, second.data] as const),
  error: first.error ?? second.error,
})

/** What leads with and follows others are worth together. */
function useCopied(options: { readonly isNeeded: boolean }): Found<string | undefined> {
  const lead = useCopyLead(options)
  const copied = useCopyFollows(options)
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = copied
  const hasMore = hasNextPage && !isFetchingNextPage && !isError
  useEffect(() => {
    if (hasMore) void fetchNextPage()
  }, [hasMore, fetchNextPage])
  const { data, error } = both<CopyLead | null, NonNullable<typeof copied.data>>(lead, copied)
  if (!data || hasNextPage) return { data: undefined, error }
  const [led, { pages }] = data
  const running = pages.flatMap(({ items }) => items).filter(({ status }) => status !== 'closed')
  return { data: sumOf([led?.worth ?? '0', ...running.map(({ worth }) => worth)]), error }
}
