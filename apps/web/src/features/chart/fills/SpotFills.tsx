import { useMemo } from 'react'
import { useFillHistory } from '../../../data/history/api.ts'
import { useLiveRows } from '../../../data/history/useLiveRows.ts'
import { FillLayer, type FillLayerProps } from './FillLayer.tsx'

/** The user's latest trades of a pair. */
export default function SpotFills(props: FillLayerProps) {
  const { symbol } = props.spec
  const wanted = useMemo(() => ({ symbol }), [symbol])
  const { currentData } = useFillHistory(wanted)
  useLiveRows({ kind: 'fills', wanted })
  const fills = useMemo(() => currentData?.pages.flatMap(({ items }) => items) ?? [], [currentData])
  return <FillLayer {...props} fills={fills} />
}
