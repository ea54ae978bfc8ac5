import { type ComponentProps, lazy } from 'react'
import { OptionalLazyBoundary } from '../../../lib/lazy/OptionalLazyBoundary.tsx'

const AlertLines = lazy(() => import('./AlertLines.tsx'))
/** A chart without the lines of alerts is a chart. */
const NOTHING = () => {}

/** Lines of price alerts, which come with a code and texts of their own. */
export const LateAlertLines = (props: ComponentProps<typeof AlertLines>) => (
  <OptionalLazyBoundary quiet onFail={NOTHING}>
    <AlertLines {...props} />
  </OptionalLazyBoundary>
)
