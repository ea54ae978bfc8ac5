import { Button } from '@x/ui/button'
import { Tabs } from '@x/ui/tabs'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import type { Side } from '../../data/spot/model.ts'
import { type OnPick, OrderBook, TradeList } from '../order-book/index.ts'
import { useSubmitText } from '../order-ticket/index.ts'
import type { OrderSheetProps } from './OrderSheet.tsx'
import styles from './phone.module.css'

const loadSheet = () => import('./OrderSheet.tsx')
const OrderSheet = lazy(loadSheet)
/** The press that follows says that it could not be had. */
const NOTHING = () => {}

export interface PhoneFrameProps extends Pick<OrderSheetProps, 'spec' | 'terminal' | 'ticket'> {
  /** Heading, strip and notices. */
  readonly head: ReactNode
  readonly chart: ReactNode
  readonly orders: ReactNode
  /** What the two buttons say; default: buy and sell. */
  readonly sideText?: (side: Side) => string
}

/** One thing at a time; buying and selling always in reach. */
export function PhoneFrame({
  spec,
  terminal,
  head,
  chart,
  orders,
  ticket,
  sideText,
}: PhoneFrameProps) {
  const submit = useSubmitText(spec)
  const [sheet, setSheet] = useState<Side | undefined>(undefined)
  const [wasOpened, setOpened] = useState(false)
  const open = (side: Side) => {
    setSheet(side)
    setOpened(true)
  }
  const { prices } = terminal
  // A bid is there to be sold to, an ask to be bought from.
  const pickOfLevel: OnPick = (price, more, level) =>
    prices.pick(price, { ...more, side: level === 'buy' ? 'sell' : 'buy' })
  // What is picked for a side, here or in the lists below, wants its form.
  useEffect(
    () =>
      prices.subscribe(() => {
        const side = prices.getState()?.side
        if (side) open(side)
      }),
    [prices],
  )
  const close = () => {
    setSheet(undefined)
    // The next sheet starts from the market, not from a level pressed long ago.
    prices.clear()
  }
  const side = (value: Side) => (
    <Button
      variant={value}
      size="large"
      block
      // What the press opens is on its way before the finger is lifted.
      onPointerDown={() => void loadSheet().catch(NOTHING)}
      onClick={() => open(value)}
    >
      {sideText ? sideText(value) : submit(value)}
    </Button>
  )
  return (
    <div className={styles['phone']}>
      {head}
      <MarketTabs spec={spec} onPick={pickOfLevel} chart={chart} />
      <div className={styles['orders']}>{orders}</div>
      <div className={styles['sides']}>
        {side('buy')}
        {side('sell')}
      </div>
      {wasOpened ? (
        <OptionalLazyBoundary
          onFail={() => {
            close()
            setOpened(false)
          }}
        >
          <OrderSheet spec={spec} terminal={terminal} side={sheet} close={close} ticket={ticket} />
        </OptionalLazyBoundary>
      ) : null}
    </div>
  )
}

/** Chart, book and trades of a pair, one at a time. */
function MarketTabs({
  spec,
  onPick,
  chart,
}: Pick<PhoneFrameProps, 'spec' | 'chart'> & { readonly onPick: OnPick }) {
  const t = useMessages()
  const view = (shown: ReactNode) => <div className={styles['view']}>{shown}</div>
  return (
    <Tabs
      aria-label={t('spot.marketData', { pair: `${spec.base}/${spec.quote}` })}
      className={styles['views']}
      items={[
        { value: 'chart', label: t('spot.chart'), panel: view(chart) },
        {
          value: 'book',
          label: t('spot.book'),
          panel: view(<OrderBook spec={spec} onPick={onPick} />),
        },
        { value: 'trades', label: t('spot.trades'), panel: view(<TradeList spec={spec} />) },
      ]}
    />
  )
}
