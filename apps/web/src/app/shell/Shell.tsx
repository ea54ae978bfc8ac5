import { lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useMessages } from '../../lib/messages/messages.ts'
import { SessionNotice } from './SessionNotice.tsx'
import { selectRealm, selectUser } from '../../data/store/slice.ts'
import { DocumentFrame } from './DocumentFrame.tsx'
import { BottomNavigation } from './BottomNavigation.tsx'
import { Header } from './Header.tsx'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { PageBoundary } from '../../lib/lazy/PageBoundary.tsx'
import { usePagePath } from '../../lib/router/paths.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import styles from './shell.module.css'
import { useDocumentHead } from './useDocumentHead.ts'
import { useDocumentTitle } from './useDocumentTitle.ts'

const FillWatch = lazy(() => import('../../features/orders/FillWatch.tsx'))
const Footer = lazy(() => import('./Footer.tsx'))
/** The page works without its footer and without fill notifications. */
const NOTHING = () => {}

/** The frame of every page: band in paper mode, header, page, and the phone's navigation. */
export function Shell() {
  const t = useMessages()
  const { pathname } = useLocation()
  const path = usePagePath()
  const realm = useAppSelector(selectRealm)
  const user = useAppSelector(selectUser)
  // What a native shell opens has a bar of its own.
  const isBare = path.startsWith('/trade-')
  const hasFooter = !/^\/(?:spot|futures|trade-)/.test(path)
  useDocumentHead()
  useDocumentTitle()
  return (
    <div className={styles['shell']} data-realm={realm}>
      <a className="x-skip" href="#page">
        {t('shell.skip')}
      </a>
      {realm === 'paper' ? <div className={styles['band']} aria-hidden="true" /> : null}
      {isBare ? null : <Header />}
      <SessionNotice />
      <main id="page" tabIndex={-1} className={styles['page']} data-footer={hasFooter || undefined}>
        <PageBoundary place={pathname}>
          <Suspense fallback={<DocumentFrame />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </main>
      {hasFooter ? (
        <OptionalLazyBoundary quiet onFail={NOTHING}>
          <Footer />
        </OptionalLazyBoundary>
      ) : null}
      {isBare ? null : <BottomNavigation />}
      {/* The terminal has its own fill notices. */}
      {user && !path.startsWith('/spot/') ? (
        <OptionalLazyBoundary quiet onFail={NOTHING}>
          <FillWatch />
        </OptionalLazyBoundary>
      ) : null}
    </div>
  )
}
