import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { PageBoundary } from '../../lib/lazy/PageBoundary.tsx'
import { useFreshNotices } from './useFreshNotices.ts'
import { useNotices } from './useNotices.ts'

const NoticeAlerts = lazy(() => import('./NoticeAlerts.tsx'))

interface NoticeCountProps {
  /** Called with how many notices of the user are unread, and with 0 at the end. */
  readonly onCount: (unread: number) => void
}

/** Counts the unread notices of a user for the bell, and shows those that arrive. */
export default function NoticeCount({ onCount }: NoticeCountProps) {
  const unread = useNotices().data?.pages[0]?.unread ?? 0
  const { fresh, forget } = useFreshNotices()
  const report = useEffectEvent(onCount)
  useEffect(() => {
    report(unread)
    return () => report(0)
  }, [unread])
  return fresh.length > 0 ? (
    <PageBoundary place="" fallback="">
      <Suspense>
        <NoticeAlerts fresh={fresh} onShown={forget} />
      </Suspense>
    </PageBoundary>
  ) : null
}
