import { Spinner } from '@x/ui/skeleton'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { PageBoundary } from '../../lib/lazy/PageBoundary.tsx'
import { useFreshNotices } from './useFreshNotices.ts'
import { useNotices } from './useNotices.ts'

const NoticePanel = lazy(() => import('./NoticePanel.tsx'))
const NoticeAlerts = lazy(() => import('./NoticeAlerts.tsx'))

/** What the bell of a user has in front of the messages of the page. */
export interface Notices {
  readonly unread: number
  readonly panel: ReactNode
}

interface NoticeCenterProps {
  /** Called with the notices of the user as they change, and with none at the end. */
  readonly onNotices: (notices: Notices | undefined) => void
}

const PANEL = (
  <LazyBoundary fallback={<Spinner />}>
    <NoticePanel />
  </LazyBoundary>
)

/** Gives the notices of a user to the bell, and shows those that arrive. */
export default function NoticeCenter({ onNotices }: NoticeCenterProps) {
  const unread = useNotices().data?.pages[0]?.unread ?? 0
  const { fresh, forget } = useFreshNotices()
  const report = useEffectEvent(onNotices)
  useEffect(() => {
    report({ unread, panel: PANEL })
    return () => report(undefined)
  }, [unread])
  return fresh.length > 0 ? (
    <PageBoundary place="" fallback="">
      <Suspense>
        <NoticeAlerts fresh={fresh} onShown={forget} />
      </Suspense>
    </PageBoundary>
  ) : null
}
