import { Button } from '@x/ui/button'
import { Drawer } from '@x/ui/drawer'
import { Tabs } from '@x/ui/tabs'
import { Skeleton } from '@x/ui/skeleton'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import type { Side } from '../../data/spot/model.ts'
import { type OnPick, OrderBook, TradeList } from '../order-book/index.ts'
import { useSubmitText } from '../order-ticket/index.ts'
import type { TerminalStore } from './terminalStore.ts'
import styles from './phone.module.css'
import type { TerminalProps } from './TerminalProps.ts'

export interface PhoneFrameProps extends TerminalProps {
  readonly terminal: Pick<TerminalStore<unknown>, 'prices'> & {
    readonly savedDraft: { setState(none: undefined): void }
  }
  /** Heading, strip and notices. */
  readonly head: ReactNode
  readonly chart: ReactNode
  readonly orders: ReactNode
  /** The order ticket of the sheet, which closes it. */
  readonly ticket: (sheet: { readonly side: Side; readonly close: () => void }) => ReactNode
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
  const t = useMessages()
  const submit = useSubmitText(spec)
  const [sheet, setSheet] = useState<Side | undefined>(undefined)
  const pickAndOpen: OnPick = (price, more, level) => {
    // A bid is there to be sold to, an ask to be bought from.
    const side = level === 'buy' ? 'sell' : 'buy'
    terminal.prices.pick(price, { ...more, side })
    setSheet(side)
  }
  const close = () => {
    setSheet(undefined)
    // The next sheet starts from the market, not from a level pressed long ago.
    terminal.prices.clear()
  }
  useForgottenDraft(terminal, { isOpen: sheet !== undefined })
  const side = (value: Side) => (
    <Button variant={value} size="large" block onClick={() => setSheet(value)}>
      {sideText ? sideText(value) : submit(value)}
    </Button>
  )
  return (
    <div className={styles['phone']}>
      {head}
      <MarketTabs spec={spec} onPick={pickAndOpen} chart={chart} />
      <div className={styles['orders']}>{orders}</div>
      <div className={styles['sides']}>
        {side('buy')}
        {side('sell')}
      </div>
      <Drawer
        open={sheet !== undefined}
        onOpenChange={close}
        direction="btt"
        size="auto"
        title={`${spec.base}/${spec.quote}`}
        padded={false}
      >
        <LazyBoundary title={t('error.other')} fallback={<Skeleton height="420px" />}>
          <div className={styles['trade']}>
            {ticket({ side: sheet ?? 'buy', close })}
            <div className={styles['sheetBook']}>
              <OrderBook spec={spec} onPick={terminal.prices.pick} isNarrow />
            </div>
          </div>
        </LazyBoundary>
      </Drawer>
    </div>
  )
}

/**
 * Forgets the draft when the sheet closes, after its form has written down what it holds: what was
 * given up with the sheet is not written on.
 */
function useForgottenDraft(
  terminal: PhoneFrameProps['terminal'],
  { isOpen }: { readonly isOpen: boolean },
): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) terminal.savedDraft.setState(undefined)
    wasOpen.current = isOpen
  }, [isOpen, terminal])
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
