import { lazy, Suspense } from 'react'
import type { Contract } from '../../data/futures/contracts.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { PageBoundary } from '../../lib/lazy/PageBoundary.tsx'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import type { FuturesDraft } from '../order-ticket/index.ts'
import { TerminalSkeleton, useTerminalStore } from '../spot/index.ts'
import { AccountOfUser } from './AccountOfUser.tsx'

const FuturesDesktop = lazy(() => import('./FuturesDesktop.tsx'))
const FuturesPhone = lazy(() => import('./FuturesPhone.tsx'))

/** One of two compositions; a phone does not wait for the code of the wide one. */
export function FuturesTerminal({ spec }: { readonly spec: Contract }) {
  const user = useAppSelector(selectUser)
  const { terminal, generation } = useTerminalStore<FuturesDraft>()
  const isPhone = useMedia(PHONE)
  const Composition = isPhone ? FuturesPhone : FuturesDesktop
  return (
    <>
      {user ? <AccountOfUser /> : null}
      <PageBoundary place={String(isPhone)}>
        <Suspense fallback={<TerminalSkeleton />}>
          <Composition key={generation} spec={spec} terminal={terminal} />
        </Suspense>
      </PageBoundary>
    </>
  )
}
