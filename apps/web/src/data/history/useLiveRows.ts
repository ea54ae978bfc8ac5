import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useUserStream } from '../hooks/useUserStream.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { isLiveStatus } from '../spot/model.ts'
import type { UserMessage } from '../account-stream/userMessage.ts'
import type { HistoryKind } from './api.ts'
import { refreshHead, type CacheDispatch } from './refreshHead.ts'
import { createThrottledRunner } from './createThrottledRunner.ts'
import type { HistoryFilter } from './pageRequest.ts'

const REFRESH_INTERVAL_MS = 3_000

export interface LiveRowsOptions {
  readonly kind: HistoryKind
  readonly wanted: HistoryFilter
  /** Before what has come is in the list. */
  readonly onNewRows?: () => void
}

/** Brings what ends or trades while a list of it is open (docs/adr/web.md). */
export function useLiveRows({ kind, wanted, onNewRows }: LiveRowsOptions): void {
  const userStream = useUserStream()
  const { clock } = useServices()
  const dispatch = useAppDispatch() as CacheDispatch
  const notifyNewRows = useEffectEvent(() => onNewRows?.())
  const refresh = useEffectEvent(() =>
    dispatch(refreshHead(kind, wanted, { onNewRows: notifyNewRows })),
  )
  const filter = JSON.stringify(wanted)
  useEffect(() => {
    const runner = createThrottledRunner({
      clock,
      everyMs: REFRESH_INTERVAL_MS,
      run: () => refresh(),
    })
    const stop = userStream.subscribe(
      (message) => void (hasNewRows(kind, message) && runner.trigger()),
    )
    return () => {
      stop()
      runner.stop()
    }
  }, [clock, userStream, kind, filter])
}

/** A snapshot may close a gap of unknown length. */
function hasNewRows(kind: HistoryKind, { topic, type, data }: UserMessage): boolean {
  if (kind === 'fills') return topic === 'fills'
  return (
    topic === 'orders' && (type === 'snapshot' || data.some(({ status }) => !isLiveStatus(status)))
  )
}
