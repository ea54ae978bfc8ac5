import { lazy } from 'react'
import type { FillLayerProps } from './FillLayer.tsx'

const SpotFills = lazy(() => import('./SpotFills.tsx'))
const FuturesFills = lazy(() => import('./FuturesFills.tsx'))

/** The user's own trades on the chart of a pair or a contract; each comes with its lists. */
export function LateFills(props: FillLayerProps) {
  const Fills = props.spec.symbol.includes('/') ? FuturesFills : SpotFills
  return <Fills {...props} />
}
