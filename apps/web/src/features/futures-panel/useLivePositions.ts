import type { FuturesPosition, FuturesProduct } from '@x/api'
import { useMemo } from 'react'
import { productOf } from '../../data/futures/api.ts'
import { useContracts, useMarks } from '../../data/futures/contractsApi.ts'
import { atMark } from '../../data/futures/livePosition.ts'
import { useFuturesPositions } from '../../data/futures/positionsApi.ts'
import { MARKED_MS, useRefresh } from '../../data/futures/useRefresh.ts'
import { useListStatus } from '../../lib/lists/useListStatus.ts'

const NONE: readonly FuturesPosition[] = []

/** The open positions of a product, or of both, whose PnL moves with the mark. */
export function useLivePositions(product?: FuturesProduct) {
  const query = useRefresh(useFuturesPositions(), { everyMs: MARKED_MS })
  const status = useListStatus()(query, { hasData: query.data !== undefined })
  const own = useMemo(
    () => (query.data ?? NONE).filter((each) => productOf(each) === (product ?? productOf(each))),
    [query.data, product],
  )
  const contracts = useContracts()
  const marks = useMarks(
    useMemo(() => {
      const held = new Set(own.map(({ symbol }) => symbol))
      return [...contracts.values()].filter(({ symbol }) => held.has(symbol))
    }, [own, contracts]),
  )
  const positions = useMemo(
    () =>
      own.map((position) => {
        const contract = contracts.get(position.symbol)
        const mark = marks.get(position.symbol)
        return contract && mark !== undefined ? atMark(position, { mark, contract }) : position
      }),
    [own, contracts, marks],
  )
  return { positions, contracts, status }
}
