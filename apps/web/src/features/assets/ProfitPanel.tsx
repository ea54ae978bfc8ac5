import { SCENES } from '@x/locale/numbers'
import { type Numbers, useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { Icon } from '@x/ui/icon'
import { NumberText } from '@x/ui/number'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Skeleton } from '@x/ui/skeleton'
import { CalendarDays } from 'lucide-react'
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
import {
  type CurveShape,
  curveShape,
  dailyProfits,
  orNothing,
  type ProfitCurve,
  profitCurve,
} from './profitCurve.ts'
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
  const [isByDay, setByDay] = useState(false)
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
        <Button
          size="mini"
          variant="ghost"
          aria-pressed={isByDay}
          startIcon={<Icon of={CalendarDays} size={14} />}
          onClick={() => setByDay(!isByDay)}
        >
          {t('assets.byDay')}
        </Button>
        <SegmentedControl
          aria-label={t('assets.pnlRange')}
          size="mini"
          value={range}
          onChange={setRange}
          segments={RANGES.map((key) => ({ value: key, label: t(`assets.range.${key}`) }))}
        />
      </div>
      {curve && isByDay ? (
        <ProfitDays curve={curve} valuation={valuation} showAsset={showAsset} />
      ) : curve ? (
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
        <Skeleton height="179px" />
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
  const { line, zero, marks } = useMemo(() => curveShape(points, SIZE), [points])
  const text = (profit: string) =>
    showAsset ? profitText(profit, { valuation, numbers }) : HIDDEN_AMOUNT
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
      <div className={styles['chart']} dir="ltr">
        {showAsset ? <Axis marks={marks} valuation={valuation} /> : null}
        <div
          className={styles['plot']}
          data-direction={curve.direction}
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
        <p className={styles['days']} data-days aria-hidden="true">
          {[...new Set([points[0]?.at, points[newest]?.at].map((day) => dayOf(day, dates)))].map(
            (day) => (
              <span key={day}>{day}</span>
            ),
          )}
        </p>
      </div>
    </>
  )
}

const dayOf = (at: number | undefined, dates: ReturnType<typeof useDates>): string =>
  at === undefined ? '' : dates.timestamp(at).slice(0, 10)

/** The gain or loss of each day in a grid, the newest last. */
function ProfitDays({ curve, valuation, showAsset }: ShownProps & { readonly curve: ProfitCurve }) {
  const t = usePageMessages()
  const dates = useDates()
  const numbers = useNumbers()
  const days = useMemo(() => dailyProfits(curve.points), [curve])
  return (
    <ul className={styles['calendar']} aria-label={t('assets.byDay')}>
      {days.map(({ at, profit }) => {
        const worth = valuation.worth(profit)
        const shown = worth && orNothing(worth, SCENES.fiat)
        const sign = shown === undefined || shown === '0' ? 0 : shown.startsWith('-') ? -1 : 1
        return (
          <li key={at} data-sign={showAsset ? sign : 0} title={dates.timestamp(at).slice(0, 10)}>
            <bdi>{dates.timestamp(at).slice(5, 10)}</bdi>
            <NumberText tone={sign > 0 ? 'up' : sign < 0 ? 'down' : 'muted'}>
              {showAsset ? numbers.compact(shown, { signs: 'always' }) : HIDDEN_AMOUNT}
            </NumberText>
          </li>
        )
      })}
    </ul>
  )
}

/** What was gained; less than the smallest figure of the currency is nothing. */
function profitText(
  profit: string,
  { valuation, numbers }: { readonly valuation: Valuation; readonly numbers: Numbers },
): string {
  const worth = valuation.worth(profit)
  const digits = valuation.currency === 'BTC' ? SCENES.btc : SCENES.fiat
  const shown = worth === undefined ? profit : orNothing(worth, digits) === '0' ? '0' : profit
  return valuationText(shown, { valuation, numbers, signs: 'always' })
}

/** The highest, the lowest and zero beside the curve, for the eye; the slider says them by day. */
function Axis({ marks, valuation }: Pick<CurveShape, 'marks'> & Pick<ShownProps, 'valuation'>) {
  const numbers = useNumbers()
  return (
    <div className={styles['axis']} data-axis aria-hidden="true">
      {marks.map(({ value, y }) => {
        const worth = valuation.worth(value)
        return (
          <span key={value} style={{ insetBlockStart: `${y}px` }}>
            {numbers.compact(worth && orNothing(worth, SCENES.fiat))}
          </span>
        )
      })}
    </div>
  )
}

function Percent({ value }: { readonly value: ProfitCurve['percent'] }) {
  const numbers = useNumbers()
  return (
    <NumberText tone="muted">
      {numbers.percent(value && orNothing(value, 2), {
        unit: 'percent',
        signs: 'always',
        purpose: 'valuation',
      })}
    </NumberText>
  )
}

interface CurvePlotProps extends Pick<CurveShape, 'line' | 'zero'> {
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
