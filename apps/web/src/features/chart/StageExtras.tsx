import { lazy } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import type { Comparison } from './chartChoice.ts'
import type { FillLayerProps } from './fills/FillLayer.tsx'
import { LateFills } from './fills/LateFills.tsx'

const ComparisonLayer = lazy(() => import('./comparison/ComparisonLayer.tsx'))
/** A chart without them is a chart. */
const NOTHING = () => {}

interface StageExtrasProps extends FillLayerProps {
  readonly showsFills: boolean
  readonly comparison: Comparison | undefined
}

/** What is drawn on a chart for who asks for it: own trades, and another pair. */
export default function StageExtras({ showsFills, comparison, ...props }: StageExtrasProps) {
  const { chart, spec, interval } = props
  return (
    <>
      <OptionalLazyBoundary quiet onFail={NOTHING}>
        {showsFills ? <LateFills {...props} /> : null}
      </OptionalLazyBoundary>
      <OptionalLazyBoundary onFail={NOTHING}>
        {comparison && comparison.symbol !== spec.symbol ? (
          <ComparisonLayer chart={chart} interval={interval} {...comparison} />
        ) : null}
      </OptionalLazyBoundary>
    </>
  )
}
