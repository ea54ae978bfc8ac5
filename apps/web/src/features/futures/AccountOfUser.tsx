import { lazy } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'

// The query cache comes with the account: a guest does not load it.
const FuturesAccountSync = lazy(() => import('../../data/futures/FuturesAccountSync.tsx'))
/** The panel reads the same data, and says that it could not be had. */
const NOTHING = () => {}

/** Account, positions and orders of the user, kept in step while it is mounted. */
export const AccountOfUser = () => (
  <OptionalLazyBoundary quiet onFail={NOTHING}>
    <FuturesAccountSync />
  </OptionalLazyBoundary>
)
