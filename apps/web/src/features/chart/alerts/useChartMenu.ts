import type { Chart } from 'klinecharts'
import { useEffect, useEffectEvent } from 'react'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { CANDLE_PANE } from '../chartIndicators.ts'
import { onTickFrom } from '../onTickFrom.ts'

/** The price at a place of the candles; `undefined` elsewhere on the chart. */
export function priceAt(
  chart: Pick<Chart, 'getDom' | 'convertFromPixel'>,
  { clientY }: { readonly clientY: number },
  spec: Pick<SpotSymbol, 'tickSize' | 'pricePlace'>,
): string | undefined {
  const box = chart.getDom(CANDLE_PANE, 'main')?.getBoundingClientRect()
  if (!box || clientY < box.top || clientY > box.bottom) return undefined
  const [point] = [
    chart.convertFromPixel([{ y: clientY - box.top }], { paneId: CANDLE_PANE }),
  ].flat()
  return point?.value === undefined ? undefined : onTickFrom(point.value, spec)
}

/** Reports the price under a press of the second button, unless that press removed a drawing. */
export function useChartMenu(
  chart: Chart | null,
  {
    spec,
    onPrice,
  }: { readonly spec: SpotSymbol; readonly onPrice: (price: string | undefined) => void },
): void {
  const open = useEffectEvent((event: MouseEvent) => {
    const price = chart ? priceAt(chart, event, spec) : undefined
    if (price === undefined) return
    event.preventDefault()
    onPrice(price)
  })
  useEffect(() => {
    const box = chart?.getDom()
    if (!chart || !box) return undefined
    let drawn = 0
    const count = () => void (drawn = chart.getOverlays().length)
    const press = (event: MouseEvent) => {
      if (chart.getOverlays().length >= drawn) open(event)
    }
    box.addEventListener('pointerdown', count, { capture: true })
    box.addEventListener('contextmenu', press)
    return () => {
      box.removeEventListener('pointerdown', count, { capture: true })
      box.removeEventListener('contextmenu', press)
    }
  }, [chart])
}
