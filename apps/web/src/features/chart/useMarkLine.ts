import { useMemo } from 'react'
import { useMark } from '../../data/futures/useMark.ts'
import { wireSymbol } from '../../data/spot/model.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import type { ChartLinesProps } from './ChartStage.tsx'
import type { FixedLine } from './orderLines.ts'

/** The line of a contract's mark price; none where the candles themselves are of it. */
export function useMarkLine({
  spec,
  price,
}: Pick<ChartLinesProps, 'spec' | 'price'>): readonly FixedLine[] {
  const t = useFuturesMessages()
  const mark = useMark({ symbol: spec.symbol, name: wireSymbol(spec) })?.mark
  return useMemo(
    () =>
      mark && price !== 'mark' ? [{ price: mark, name: t('positions.mark'), isMiddle: true }] : [],
    [mark, price, t],
  )
}
