import type { CandlePrice } from '@x/market'
import { lazy } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import type { Comparison } from './chartChoice.ts'
import { partsOf } from './intervals.ts'
import type { FillLayerProps } from './fills/FillLayer.tsx'
import { LateFills } from './fills/LateFills.tsx'

const CandlePriceLayer = lazy(() => import('./CandlePriceLayer.tsx'))
const ComparisonLayer = lazy(() => import('./comparison/ComparisonLayer.tsx'))
/** A chart without them is a chart. */
const NOTHING = () => {}

interface StageExtrasProps extends FillLayerProps {
  readonly showsFills: boolean
  readonly comparison: Comparison | undefined
  /** Of the candles of a contract, other than that of its trades. */
  readonly price?: CandlePrice | undefined
}

/** What is drawn on a chart for who asks for it: own trades, another pair, another price. */
export default function StageExtras({ showsFills, comparison, price, ...props }: StageExtrasProps) {
  const { chart, spec, interval } = props
  return (
    <>
      <OptionalLazyBoundary quiet onFail={NOTHING}>
        {showsFills ? <LateFills {...props} /> : null}
      </OptionalLazyBoundary>
      <OptionalLazyBoundary quiet onFail={NOTHING}>
        {price && partsOf(interval).unit !== 's' ? (
          <CandlePriceLayer chart={chart} price={price} />
        ) : null}
      </OptionalLazyBoundary>
      <OptionalLazyBoundary onFail={NOTHING}>
        {comparison && comparison.symbol !== spec.symbol ? (
          <ComparisonLayer chart={chart} interval={interval} {...comparison} />
        ) : null}
      </OptionalLazyBoundary>
    </>
  )
}
