import { useEffect, useEffectEvent } from 'react'
import { useAppDispatch, useServices } from '../../app/servicesContext.ts'
import { isLiveStatus, type SpotOrder } from '../spot/model.ts'
import type { UserMessage } from '../account-stream/userMessage.ts'
import type { PastKind } from './api.ts'
import { bringNews, type CacheDispatch } from './bringNews.ts'
import { createGathering } from './createGathering.ts'
import type { Wanted } from './pageOf.ts'

const GATHER_MS = 3_000

export interface NewsOptions {
  readonly kind: PastKind
  readonly wanted: Wanted
  /** Before what has come is in the list. */
  readonly onNews?: () => void
}

/** Brings what ends or trades while a list of it is open (docs/adr/web.md). */
export function useNews({ kind, wanted, onNews }: NewsOptions): void {
  const { clock, userStream } = useServices()
  const dispatch = useAppDispatch() as CacheDispatch
  const tellNews = useEffectEvent(() => onNews?.())
  const bring = useEffectEvent(() => dispatch(bringNews(kind, wanted, { onNews: tellNews })))
  const filter = JSON.stringify(wanted)
  useEffect(() => {
    const news = createGathering({ clock, everyMs: GATHER_MS, run: () => bring() })
    const stop = userStream.subscribe((message) => void (isNews(kind, message) && news.tell()))
    return () => {
      stop()
      news.stop()
    }
  }, [clock, userStream, kind, filter])
}

/** A snapshot may close a gap of unknown length. */
function isNews(kind: PastKind, { topic, type, data }: UserMessage): boolean {
  if (kind === 'fills') return topic === 'fills'
  return (
    topic === 'orders' &&
    (type === 'snapshot' ||
      (data as readonly SpotOrder[]).some(({ status }) => !isLiveStatus(status)))
  )
}
