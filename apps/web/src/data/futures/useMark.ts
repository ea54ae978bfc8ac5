import type { MarkPrice } from '@x/market'
import { useMarkPrice } from '@x/market/react'
import { useMemo } from 'react'
import { useMarket } from '../market/useMarket.ts'
import { type Contract, useContractTickers } from './contracts.ts'

/** How often figures are read where the stream has none, in milliseconds. */
const EVERY_MS = 2_000

/**
 * Mark, index, funding and open interest of a contract, from the stream; read with the figures of
 * the day until it has sent them. `undefined` until they are known.
 */
export function useMark({
  symbol,
  name,
}: Pick<Contract, 'symbol' | 'name'>): MarkPrice | undefined {
  const streamed = useMarkPrice(useMarket(), symbol)
  const ticker = useContractTickers({ everyMs: EVERY_MS, isNeeded: !streamed }).find(
    (each) => each.symbol === name,
  )
  const read = useMemo(
    () =>
      ticker && {
        mark: ticker.markPrice,
        index: ticker.indexPrice,
        rate: ticker.fundingRate,
        nextAt: ticker.nextFundingAt,
        openInterest: ticker.openInterest,
      },
    [ticker],
  )
  return streamed ?? read
}
