import { lazy } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import type { ChartLinesProps } from './ChartStage.tsx'
import { useChartLines } from './useChartLines.ts'
import { useMarkLine } from './useMarkLine.ts'

const FuturesLineLayer = lazy(() => import('./FuturesLineLayer.tsx'))

/** The lines on the chart of a contract: for guests its mark price alone. */
export default function ContractLines(props: ChartLinesProps) {
  return useAppSelector(selectUser) ? <FuturesLineLayer {...props} /> : <MarkLine {...props} />
}

/** Orders there are none of. */
const NO_ORDERS = {
  lines: [],
  textOf: () => '',
  onClose: () => {},
  onMove: () => {},
}

function MarkLine({ chart, spec, price }: ChartLinesProps) {
  const fixed = useMarkLine({ spec, price })
  useChartLines(chart, { ...NO_ORDERS, fixed, spec })
  return null
}
