import { createStore } from '@x/kit'
import { useStore } from '@x/kit/react'
import { useBookStore, useBookStatus } from '@x/market/react'
import { type Numbers, useNumbers } from '@x/locale/react'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Select } from '@x/ui/select'
import { SkeletonRows } from '@x/ui/skeleton'
import { VisuallyHidden } from '@x/ui/visually-hidden'
import { type CSSProperties, memo, useMemo, useRef, useState } from 'react'
import { useMarket } from '../../data/market/useMarket.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { sizeUnitOf, type SpotSymbol } from '../../data/spot/model.ts'
import { PHONE, TABLET, useMedia } from '../../lib/media/useMedia.ts'
import styles from './book.module.css'
import { bookViewStore, hasVastTotals, type ShownSides } from './bookView.ts'
import { BookSide, type OnPick } from './BookSide.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import { decimalsOfStep } from './decimalsOfStep.ts'
import type { Grouping } from './grouping.ts'
import { SpreadRow } from './SpreadRow.tsx'
import { useCachedOpenOrders } from '../../data/hooks/accountData.ts'
import type { SpotOrder } from '../../data/spot/model.ts'
import { ownPrices } from './ownPrices.ts'
import { useRowsThatFit } from './useRowsThatFit.ts'

const ROW = 18
const PHONE_ROW = 24

/**
 * Both sides around the spread. What stands in the rows is written past this, with every frame
 * (docs/adr/web.md). Columns and their order are the same in every language.
 */
export function OrderBook({
  spec,
  onPick,
  isNarrow = false,
}: {
  spec: SpotSymbol
  onPick: OnPick
  /** Prices and sizes alone, beside a form. */
  isNarrow?: boolean
}) {
  const t = useMessages()
  const market = useMarket()
  const numbers = useNumbers('trading')
  const book = useBookStore(market, spec.symbol)
  const bookStatus = useBookStatus(market, spec.symbol)
  const [step, setStep] = useState(spec.tickSize)
  const [grouping, setGrouping] = useState<Grouping>()
  const grouped = step === spec.tickSize ? undefined : grouping
  const [sides, setSides] = useState<ShownSides>('both')
  const orders = useCachedOpenOrders() ?? NO_ORDERS
  const isPhone = useMedia(PHONE)
  const rowHeight = isPhone ? PHONE_ROW : ROW
  // Both sides next to each other: twice the levels of a low view.
  const isBeside = useMedia(TABLET) && !isNarrow && sides === 'both'
  const asksBox = useRef<HTMLOListElement>(null)
  const bidsBox = useRef<HTMLOListElement>(null)
  const asks = useRowsThatFit(asksBox, { rowHeight })
  const bids = useRowsThatFit(bidsBox, { rowHeight })
  const status = bookStatus?.status ?? 'loading'
  const isWaiting = status === 'loading'
  const levels = grouped?.book ?? book
  const view = useMemo(
    () =>
      bookViewStore(levels, {
        tick: spec.tickSize,
        step,
        group: grouped?.group,
        sides,
        rows: { asks, bids },
      }),
    [levels, spec.tickSize, step, grouped, sides, asks, bids],
  )
  const isEmpty = useStore(view, (shown) => shown.asks.length + shown.bids.length === 0)
  const own = useMemo(
    () => ({
      buy: ownPrices(orders, { symbol: spec.symbol, side: 'buy', step }),
      sell: ownPrices(orders, { symbol: spec.symbol, side: 'sell', step }),
    }),
    [orders, spec.symbol, step],
  )
  const known = useStore(grouping?.steps ?? NO_STEPS)
  const steps = known.length > 0 ? known : [spec.tickSize]
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const isVast = useMemo(() => hasVastTotals(levels.getState()), [levels, isWaiting, steps.length])
  // The deep book is followed while a step is being chosen, and while one is.
  const onFocus = () =>
    void import('./grouping.ts').then(
      ({ createGrouping }) => setGrouping((held) => held ?? createGrouping(market, spec)),
      () => {},
    )
  const onBlur = () => step === spec.tickSize && setGrouping(undefined)
  const common = {
    view,
    isVast,
    digits: { price: Math.min(spec.pricePlace, decimalsOfStep(step)), size: spec.quantityPlace },
    numbers,
    ownLabel: t('spot.ownOrder'),
    onPick,
    isBeside,
  }
  return (
    <div
      className={styles['book']}
      data-status={status}
      data-sides={sides}
      data-narrow={isNarrow || undefined}
      data-beside={isBeside || undefined}
      style={{ '--row': `${rowHeight}px` } as CSSProperties}
    >
      <div
        className={styles['tools']}
        onFocus={onFocus}
        onBlur={onBlur}
        style={{ '--longest': Math.max(...steps.map(({ length }) => length)) } as CSSProperties}
      >
        <StaleNotice bookStatus={bookStatus} />
        <BookTools
          sides={sides}
          onSides={setSides}
          step={step}
          onStep={setStep}
          steps={steps}
          numbers={numbers}
        />
      </div>
      <div className={styles['table']} dir="ltr" translate="no">
        <BookHead spec={spec} isBeside={isBeside} />
        <BookSide {...common} box={asksBox} side="sell" own={own.sell} label={t('spot.asks')} />
        {isWaiting ? (
          <div className={styles['waiting']}>
            <SkeletonRows rows={12} columns={['30%', '25%', '25%']} />
          </div>
        ) : (
          <SpreadRow spec={spec} numbers={numbers} />
        )}
        <BookSide {...common} box={bidsBox} side="buy" own={own.buy} label={t('spot.bids')} />
        {!isWaiting && isEmpty && asks > 0 ? (
          <p className={styles['empty']}>{t('spot.bookEmpty')}</p>
        ) : null}
      </div>
    </div>
  )
}

const NO_ORDERS: readonly SpotOrder[] = []
/** Before the list is opened. */
const NO_STEPS = createStore<readonly string[]>([])
const ALL_SIDES: readonly ShownSides[] = ['both', 'buy', 'sell']

interface BookToolsProps {
  readonly sides: ShownSides
  readonly onSides: (sides: ShownSides) => void
  readonly step: string
  readonly onStep: (step: string) => void
  readonly steps: readonly string[]
  readonly numbers: Numbers
}

/** Which sides, and how prices are grouped. */
const BookTools = memo(({ sides, onSides, step, onStep, steps, numbers }: BookToolsProps) => {
  const t = useMessages()
  return (
    <>
      <SegmentedControl
        aria-label={t('spot.bookSides')}
        size="mini"
        value={sides}
        onChange={onSides}
        segments={ALL_SIDES.map((key) => ({
          value: key,
          label: (
            <SidesMark
              sides={key}
              label={t(
                key === 'both' ? 'spot.bothSides' : key === 'buy' ? 'spot.bids' : 'spot.asks',
              )}
            />
          ),
        }))}
      />
      <Select
        aria-label={t('spot.grouping')}
        size="mini"
        className={styles['grouping']}
        value={step}
        onChange={(key) => key !== null && onStep(key)}
        options={steps.map((key) => ({
          value: key,
          label: numbers.number(key, { digits: decimalsOfStep(key) }),
        }))}
      />
    </>
  )
})

const BookHead = memo(({ spec, isBeside }: { spec: SpotSymbol; isBeside: boolean }) => {
  const t = useMessages()
  return (
    <div className={styles['head']}>
      <span>{t('spot.priceIn', { unit: spec.quote })}</span>
      <span>{t('spot.amountIn', { unit: sizeUnitOf(spec) })}</span>
      <span>{t(isBeside ? 'spot.amountIn' : 'spot.totalIn', { unit: sizeUnitOf(spec) })}</span>
    </div>
  )
})

/** Two bars for both sides, one for one. */
function SidesMark({ sides, label }: { sides: ShownSides; label: string }) {
  return (
    <span className={styles['sides']} data-sides={sides} title={label}>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
