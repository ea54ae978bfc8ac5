import { useBook } from '@x/market/react'
import { useNumbers } from '@x/locale/react'
import { EmptyState } from '@x/ui/empty-state'
import { SegmentedControl } from '@x/ui/segmented-control'
import { type PointerEvent, useMemo, useState } from 'react'
import { withDeepLevels } from '../../data/market/deepBook.ts'
import { useMarket } from '../../data/market/useMarket.ts'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import styles from './chart.module.css'
import { type DepthCurve, depthCurve, readDepth, stepPath } from './depthCurve.ts'

interface DepthChartProps {
  readonly spec: SpotSymbol
}

const SIZE = { width: 1_000, height: 400 }
/** Shares of the book's span that can be shown. */
const RANGES = ['1', '0.25', '0.05'] as const
const LINES = [0.25, 0.5, 0.75] as const

/** How much is offered on the way from the middle of the book outwards. */
export default function DepthChart(props: DepthChartProps) {
  return (
    <PageTexts>
      <Depth {...props} />
    </PageTexts>
  )
}

function Depth({ spec }: DepthChartProps) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const market = useMarket()
  const streamed = useBook(market, spec.symbol, NORMAL_UPDATES)
  const deep = useBook(market, spec.symbol, { ...NORMAL_UPDATES, isDeep: true })
  const book = useMemo(() => streamed && withDeepLevels(streamed, deep), [streamed, deep])
  const [range, setRange] = useState<(typeof RANGES)[number]>('1')
  const [at, setAt] = useState<number | undefined>(undefined)
  const curve = useMemo(() => (book ? depthCurve(book, Number(range)) : undefined), [book, range])
  const whole = useMemo(() => (book ? depthCurve(book) : undefined), [book])
  if (!curve || !whole) return <EmptyState>{t('spot.bookEmpty')}</EmptyState>
  const reach = ((whole.high - whole.low) / (whole.high + whole.low)) * 100
  const price = (value: number) =>
    numbers.number(value.toFixed(spec.pricePlace), { digits: spec.pricePlace })
  return (
    <figure className={styles['depth']} aria-label={t('spot.depth')} dir="ltr">
      <div className={styles['depthBar']}>
        <Reading curve={curve} at={at} spec={spec} />
        <SegmentedControl
          aria-label={t('depth.range')}
          size="mini"
          value={range}
          onChange={setRange}
          segments={RANGES.map((value) => ({
            value,
            label: `±${numbers.percent((reach * Number(value)).toFixed(2), { unit: 'percent' })}`,
          }))}
        />
      </div>
      <Plot curve={curve} at={at} onAt={setAt} spec={spec} />
      <figcaption className={styles['scale']}>
        {[0, ...LINES, 1].map((share) => (
          <span key={share}>{price(curve.low + share * (curve.high - curve.low))}</span>
        ))}
      </figcaption>
    </figure>
  )
}

interface PlotProps extends DepthChartProps {
  readonly curve: DepthCurve
  /** Where the pointer is, 0 to 1. */
  readonly at: number | undefined
}

function Plot({
  curve,
  at,
  onAt,
  spec,
}: PlotProps & { readonly onAt: (at: number | undefined) => void }) {
  const numbers = useNumbers('trading')
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onAt(width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) : undefined)
  }
  return (
    <div
      className={styles['depthPlot']}
      data-testid="depth"
      onPointerMove={point}
      onPointerLeave={() => onAt(undefined)}
    >
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {LINES.map((share) => (
          <path
            key={share}
            className={styles['depthGrid']}
            d={`M0,${share * SIZE.height}H${SIZE.width}M${share * SIZE.width},0V${SIZE.height}`}
          />
        ))}
        <path className={styles['bids']} d={stepPath(curve.bids, { ...SIZE, end: 0 })} />
        <path className={styles['asks']} d={stepPath(curve.asks, { ...SIZE, end: 1 })} />
      </svg>
      {LINES.map((share) => (
        <span
          key={share}
          className={styles['depthTotal']}
          style={{ insetBlockStart: `${share * 100}%` }}
        >
          {numbers.compact(((1 - share) * curve.most).toFixed(spec.quantityPlace))}
        </span>
      ))}
      {at === undefined ? null : (
        <span className={styles['depthCross']} style={{ insetInlineStart: `${at * 100}%` }} />
      )}
    </div>
  )
}

/** Price, distance and total under the pointer. */
function Reading({ curve, at, spec }: PlotProps) {
  const numbers = useNumbers('trading')
  if (at === undefined) return <output className={styles['depthReading']} />
  const { price, total, distance } = readDepth(curve, at)
  const text = (value: number, digits: number) => numbers.number(value.toFixed(digits), { digits })
  return (
    <output className={styles['depthReading']}>
      <b>{text(price, spec.pricePlace)}</b>{' '}
      {numbers.percent(distance.toFixed(2), { unit: 'percent', signs: 'always' })} ·{' '}
      <b>
        {numbers.compact(total.toFixed(spec.quantityPlace))} {spec.base}
      </b>{' '}
      · {numbers.compact((total * price).toFixed(2))} {spec.quote}
    </output>
  )
}
