import { lazy, Suspense } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { PageBoundary } from '../../lib/lazy/PageBoundary.tsx'
import { useAppSelector } from '../../data/store/hooks.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { selectUser } from '../../data/store/slice.ts'
import type { TerminalProps } from './TerminalProps.ts'
import { TerminalSkeleton } from './TerminalSkeleton.tsx'
import { useKeepPair } from './useKeepPair.ts'
import { useTerminalStore } from './useTerminalStore.ts'

const DesktopTerminal = lazy(() => import('./DesktopTerminal.tsx'))
const PhoneTerminal = lazy(() => import('./PhoneTerminal.tsx'))
// Only who is logged in has a side of their own: the query cache comes with it.
const AccountSync = lazy(async () => ({
  default: (await import('../../data/hooks/AccountSync.tsx')).AccountSync,
}))

/** The lists are of the same file, and say that it could not be had. */
const NOTHING = () => {}

/** One of two compositions; a phone does not wait for the code of the wide one. */
export function Terminal({ spec }: TerminalProps) {
  const user = useAppSelector(selectUser)
  const { terminal, generation } = useTerminalStore()
  const isPhone = useMedia(PHONE)
  const Composition = isPhone ? PhoneTerminal : DesktopTerminal
  useKeepPair(spec)
  return (
    <>
      {user ? (
        <OptionalLazyBoundary quiet onFail={NOTHING}>
          <AccountSync />
        </OptionalLazyBoundary>
      ) : null}
      {/* Below the terminal store: the draft survives a composition that fails to load. */}
      <PageBoundary place={String(isPhone)}>
        <Suspense fallback={<TerminalSkeleton />}>
          <Composition key={generation} spec={spec} terminal={terminal} />
        </Suspense>
      </PageBoundary>
    </>
  )
}
