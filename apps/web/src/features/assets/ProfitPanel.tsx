import { useDates, useNumbers } from '@x/locale/react'
import { ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Skeleton } from '@x/ui/skeleton'
import { type PointerEvent, useMemo, useState } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { HIDDEN_AMOUNT } from '../../lib/amounts/hiddenAmount.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { usePaperAccount } from '../../data/paper/api.ts'
import { selectRealm } from '../../data/store/slice.ts'
import {
  RANGES,
  type Range,
  useWorthHistory,
  type WorthAccount,
} from '../../data/valuation/worthHistory.ts'
import { curveShape, type ProfitCurve, profitCurve } from './profitCurve.ts'
import styles from './profit.module.css'
import { useFreshHistory } from './useFreshHistory.ts'
import { type Valuation, valuationText } from '../../data/valuation/valuationRates.ts'

const SIZE = { width: 600, height: 120 }

interface ShownProps {
  readonly valuation: Valuation
  readonly showAsset: boolean
}

interface ProfitPanelProps extends ShownProps {
  readonly account: WorthAccount
}

/** What was gained over a period, in the currency of the page, day by day. */
export default function ProfitPanel({ account, valuation, showAsset }: ProfitPanelProps) {
  const t = usePageMessages()
  const [range, setRange] = useState<Range>('30d')
  const { data: points, error, refetch } = useWorthHistory({ range, account })
  useFreshHistory(refetch)
  const curve = useMemo(() => points && profitCurve(points), [points])
  return (
    <section className={styles['profit']} aria-labelledby="profit-title">
      <div className={styles['head']}>
        <h2 id="profit-title" className={styles['title']}>
          {t('assets.pnl')}
        </h2>
        <Season />
        <SegmentedControl
          aria-label={t('assets.pnlRange')}
          size="mini"
          value={range}
          onChange={setRange}
          segments={RANGES.map((key) => ({ value: key, label: t(`assets.range.${key}`) }))}
        />
      </div>
      {curve ? (
        <Curve key={range} curve={curve} valuation={valuation} showAsset={showAsset} />
      ) : error ? (
        <ErrorState
          title={t('chart.failed')}
          traceId={failureOf(error).traceId}
          onRetry={() => void refetch()}
        >
          {serverText(error, t)}
        </ErrorState>
      ) : points ? (
        <p className={styles['none']}>{t('assets.pnlNone')}</p>
      ) : (
        <Skeleton height="164px" />
      )}
    </section>
  )
}

/** Which paper season the curve is of: it begins with the latest reset (docs/adr/paper.md). */
function Season() {
  const t = usePageMessages()
  const isPaper = useAppSelector(selectRealm) === 'paper'
  const { data } = usePaperAccount({ isNeeded: isPaper })
  return isPaper && data && data.season > 1 ? (
    <span className={styles['day']}>
      {t('records.season')} {data.season}
    </span>
  ) : null
}

function Curve({ curve, valuation, showAsset }: ShownProps & { readonly curve: ProfitCurve }) {
  const t = usePageMessages()
  const dates = useDates()
  const numbers = useNumbers()
  const { points } = curve
  const newest = points.length - 1
  // The newest stays the one that is read when a day is added.
  const [chosen, choose] = useState<number | undefined>(undefined)
  const at = Math.min(chosen ?? newest, newest)
  const setAt = (index: number) => choose(index < newest ? index : undefined)
  const { line, zero } = useMemo(() => curveShape(points, SIZE), [points])
  const text = (profit: string) =>
    showAsset ? valuationText(profit, { valuation, numbers, signs: 'always' }) : HIDDEN_AMOUNT
  const read = points[at] ?? points[newest]!
  const spot = line[at] ?? line[newest]!
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width > 0)
      setAt(Math.min(newest, Math.max(0, Math.round(((clientX - left) / width) * newest))))
  }
  return (
    <>
      <p className={styles['sum']}>
        <NumberText tone={curve.direction === 'flat' ? undefined : curve.direction}>
          {text(read.profit)}
        </NumberText>
        {at === newest && showAsset ? <Percent value={curve.percent} /> : null}
        <span className={styles['day']}>{dates.date(read.at)}</span>
      </p>
      <div
        className={styles['plot']}
        data-direction={curve.direction}
        dir="ltr"
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(newest)}
      >
        <CurvePlot line={line} zero={zero} spot={spot} />
        <input
          type="range"
          className={styles['reader']}
          aria-label={t('assets.pnlDay')}
          min={0}
          max={newest}
          value={at}
          aria-valuetext={`${dates.date(read.at)}: ${text(read.profit)}`}
          onChange={(event) => setAt(Number(event.target.value))}
        />
      </div>
    </>
  )
}

function Percent({ value }: { readonly value: ProfitCurve['percent'] }) {
  const numbers = useNumbers()
  return (
    <NumberText tone="muted">
      {numbers.percent(value, { unit: 'percent', signs: 'always', purpose: 'valuation' })}
    </NumberText>
  )
}

interface CurvePlotProps extends Readonly<ReturnType<typeof curveShape>> {
  /** The day that is read. */
  readonly spot: { readonly x: number }
}

function CurvePlot({ line, zero, spot }: CurvePlotProps) {
  const corners = line.map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} preserveAspectRatio="none" aria-hidden="true">
      <path
        className={styles['area']}
        d={`M0,${zero}L${corners.replaceAll(' ', 'L')}L${SIZE.width},${zero}Z`}
      />
      <line
        className={styles['zero']}
        x1="0"
        x2={SIZE.width}
        y1={zero}
        y2={zero}
        vectorEffect="non-scaling-stroke"
      />
      <polyline className={styles['line']} points={corners} vectorEffect="non-scaling-stroke" />
      <line
        className={styles['cursor']}
        x1={spot.x}
        x2={spot.x}
        y1="0"
        y2={SIZE.height}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
