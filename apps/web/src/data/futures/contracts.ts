import type { FuturesSymbol, FuturesTicker, FuturesTier } from '@x/api'
import type { RequestClient } from '@x/request'
import type { Clock } from '@x/kit'
import { useStore } from '@x/kit/react'
import { useCallback, useEffect, useState } from 'react'
import { createQuery, type ReferenceQuery } from '../reference/createQuery.ts'
import { useAppServices } from '../services/appServices.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { QueryView } from '../store/queryView.ts'

export type FuturesProduct = FuturesSymbol['product']
export type { FuturesTicker, FuturesTier }

/**
 * A perpetual contract. `symbol` is its key in the app, `usdt/BTCUSDT`, which keeps it apart from
 * the spot pair of its name; `name` is its symbol on the wire.
 */
export interface Contract extends Omit<FuturesSymbol, 'symbol'> {
  readonly symbol: string
  readonly name: string
  /** What sizes are counted in: the base coin, or contracts of `contractValue`. */
  readonly sizeUnit?: string
}

export const contractKey = (product: FuturesProduct, name: string): string => `${product}/${name}`

interface ContractData {
  readonly contracts: ReferenceQuery<readonly Contract[]>
  readonly tiers: (name: string) => ReferenceQuery<readonly FuturesTier[]>
  readonly tickers: ReferenceQuery<readonly FuturesTicker[]>
}

/** How old the figures of all contracts may be, in milliseconds. */
const TICKERS_AGE_MS = 2_000
const stored = new WeakMap<RequestClient, ContractData>()

/** The reference data of futures, which only its pages fetch. */
function contractData(client: RequestClient, clock: Clock): ContractData {
  const known = stored.get(client)
  if (known) return known
  const tiers = new Map<string, ReferenceQuery<readonly FuturesTier[]>>()
  const data: ContractData = {
    contracts: createQuery(
      async () =>
        (await client.get<readonly FuturesSymbol[]>('/futures/public/symbols', PUBLIC_READ)).map(
          ({ symbol, ...spec }) => ({
            ...spec,
            name: symbol,
            symbol: contractKey(spec.product, symbol),
          }),
        ),
      { clock },
    ),
    tickers: createQuery(
      () =>
        client.get<readonly FuturesTicker[]>('/futures/public/tickers', {
          ...PUBLIC_READ,
          silent: true,
        }),
      { clock, maxAgeMs: TICKERS_AGE_MS },
    ),
    tiers(name) {
      const query =
        tiers.get(name) ??
        createQuery(
          () =>
            client.get<readonly FuturesTier[]>('/futures/public/tiers', {
              ...PUBLIC_READ,
              silent: true,
              data: { symbol: name },
            }),
          { clock },
        )
      tiers.set(name, query)
      return query
    },
  }
  stored.set(client, data)
  return data
}

function useQuery<T>(pick: (data: ContractData) => ReferenceQuery<T>): QueryView<T> {
  const { client, clock } = useAppServices()
  const query = pick(contractData(client, clock))
  const { data, error } = useStore(query)
  useEffect(() => query.fetch(), [query])
  return {
    data,
    error,
    isLoading: data === undefined && error === undefined,
    refetch: query.refetch,
  }
}

/** All contracts of both products. */
export const useContracts = (): QueryView<readonly Contract[]> =>
  useQuery(({ contracts }) => contracts)

/** The risk tiers of a contract. */
export const useTiers = (name: string): QueryView<readonly FuturesTier[]> =>
  useQuery(({ tiers }) => tiers(name))

/** The figures of all contracts, read anew every `everyMs` while they are needed. */
export function useContractTickers({
  everyMs,
  isNeeded,
}: {
  readonly everyMs: number
  readonly isNeeded: boolean
}): readonly FuturesTicker[] {
  const { client, clock } = useAppServices()
  const { tickers } = contractData(client, clock)
  const { data } = useStore(tickers)
  useEffect(() => {
    if (!isNeeded) return
    tickers.fetch()
    let timer = clock.after(everyMs, again)
    function again() {
      tickers.fetch()
      timer = clock.after(everyMs, again)
    }
    return () => timer.cancel()
  }, [tickers, clock, everyMs, isNeeded])
  return data ?? NO_TICKERS
}

const NO_TICKERS: readonly FuturesTicker[] = []

/** The tiers of several contracts: `undefined` of those that are not known yet. */
export function useTiersOf(
  names: readonly string[],
): (name: string) => readonly FuturesTier[] | undefined {
  const { client, clock } = useAppServices()
  const list = names.join(' ')
  const [known, setKnown] = useState<ReadonlyMap<string, readonly FuturesTier[]>>(new Map())
  useEffect(() => {
    const queries = list
      .split(' ')
      .filter(Boolean)
      .map((name) => [name, contractData(client, clock).tiers(name)] as const)
    const read = () =>
      setKnown(
        new Map(
          queries.flatMap(([name, query]) => {
            const { data } = query.getState()
            return data ? [[name, data] as const] : []
          }),
        ),
      )
    const stops = queries.map(([, query]) => query.subscribe(read))
    for (const [, query] of queries) query.fetch()
    read()
    return () => {
      for (const stop of stops) stop()
    }
  }, [list, client, clock])
  return useCallback((name: string) => known.get(name), [known])
}
