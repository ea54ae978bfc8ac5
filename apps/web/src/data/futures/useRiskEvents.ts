import type { FuturesRiskEvent } from '@x/api'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useUserStream } from '../hooks/useUserStream.ts'

export type { FuturesRiskEvent }

/** What a margin call is about: a wallet, or an isolated position. */
const subjectOf = ({ marginCoin, marginMode, symbol }: FuturesRiskEvent): string =>
  marginMode === 1 ? `${marginCoin} ${symbol ?? ''}` : marginCoin

const levelOf = ({ marginRatio }: FuturesRiskEvent): number =>
  [80, 90, 95].filter((percent) => Number(marginRatio ?? 100) >= percent).length

/**
 * Calls with what the exchange does to the futures account, in order: margin calls, steps of a
 * liquidation, deleveraging and funding. A call that stands when the stream connects again is not
 * repeated.
 */
export function useRiskEvents(onEvent: (event: FuturesRiskEvent) => void): void {
  const userStream = useUserStream()
  const called = useRef<ReadonlyMap<string, number>>(new Map())
  const receive = useEffectEvent(
    ({
      type,
      data,
    }: {
      readonly type: 'snapshot' | 'delta'
      readonly data: readonly unknown[]
    }) => {
      const events = data as readonly FuturesRiskEvent[]
      const before = called.current
      const calls = events
        .filter(({ kind }) => kind === 'margin_call')
        .map((event) => [subjectOf(event), levelOf(event)] as const)
      called.current = new Map(type === 'snapshot' ? calls : [...before, ...calls])
      for (const event of events)
        if (type === 'delta' || levelOf(event) > (before.get(subjectOf(event)) ?? 0)) onEvent(event)
    },
  )
  useEffect(() => userStream.request('risk', receive), [userStream])
}
