import { useNumbers } from '@x/locale/react'
import type { Chart } from 'klinecharts'
import { useEffect, useMemo } from 'react'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { sizeUnitOf } from '../../../data/spot/model.ts'
import { useMessages } from '../../../lib/messages/messages.ts'
import { readColours } from '../chartStyles.ts'
import type { ChartInterval } from '../intervals.ts'
import { watchTheme } from '../watchTheme.ts'
import { createFillMarks } from './fillMarks.ts'
import { type FillMark, marksOf, type OwnFill } from './ownFills.ts'

export interface FillLayerProps {
  readonly chart: Chart
  readonly spec: SpotSymbol
  readonly interval: ChartInterval
}

/** Draws trades of the user's on a chart. */
export function FillLayer({
  chart,
  spec,
  interval,
  fills,
}: FillLayerProps & { readonly fills: readonly OwnFill[] }) {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const board = useMemo(() => createFillMarks(chart), [chart])
  const marks = useMemo(() => marksOf(fills, interval), [fills, interval])
  useEffect(() => {
    const price = (value: string) =>
      numbers.number(value, { digits: spec.pricePlace, purpose: 'price' })
    const textOf = ({ side, size, lowest, highest }: FillMark) => {
      const amount = numbers.number(size, { digits: spec.quantityPlace, purpose: 'size' })
      const prices = lowest === highest ? price(lowest) : `${price(lowest)}–${price(highest)}`
      const word = t(side === 'buy' ? 'spot.buy' : 'spot.sell')
      return `${word} ${amount} ${sizeUnitOf(spec)} · ${prices}`
    }
    const draw = () =>
      board.draw(marks, {
        colours: readColours(chart.getDom() ?? document.documentElement),
        textOf,
      })
    draw()
    return watchTheme(draw)
  }, [board, chart, marks, spec, numbers, t])
  // The chart outlives its user.
  useEffect(() => () => board.clear(), [board])
  return null
}
