import { useMemo } from 'react'
import { useFuturesRecords } from '../../../data/futures/recordsApi.ts'
import { wireSymbol } from '../../../data/spot/model.ts'
import { FillLayer, type FillLayerProps } from './FillLayer.tsx'

const NONE: readonly never[] = []

/** The user's latest trades of a contract. */
export default function FuturesFills(props: FillLayerProps) {
  const symbol = wireSymbol(props.spec)
  const filter = useMemo(() => ({ symbol }), [symbol])
  const { rows } = useFuturesRecords('fills', filter)
  return <FillLayer {...props} fills={rows ?? NONE} />
}
