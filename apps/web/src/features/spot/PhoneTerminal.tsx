import { Button } from '@x/ui/button'
import { Drawer } from '@x/ui/drawer'
import { Tabs } from '@x/ui/tabs'
import { Skeleton } from '@x/ui/skeleton'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import { ChartPanel } from '../chart/index.ts'
import type { Side } from '../../data/spot/model.ts'
import { OrdersPanel } from '../orders/index.ts'
import { type OnPick, OrderBook, TradeList } from '../order-book/index.ts'
import { LazyOrderTicket, useSubmitText } from '../order-ticket/index.ts'
import { MarketNotice } from './MarketNotice.tsx'
import type { TerminalStore } from './terminalStore.ts'
import styles from './phone.module.css'
import { SpotHeading } from './SpotHeading.tsx'
import { PairStrip } from './strip/PairStrip.tsx'
import type { TerminalProps } from './TerminalProps.ts'

/** One thing at a time; buying and selling always in reach. */
export default function PhoneTerminal({
  spec,
  terminal,
}: TerminalProps & { readonly terminal: TerminalStore }) {
  const t = useMessages()
  const submit = useSubmitText(spec)
  const [sheet, setSheet] = useState<Side | undefined>(undefined)
  const pair = `${spec.base}/${spec.quote}`
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
  // After the form of the sheet, which writes down what it holds: what was given up with the sheet
  // is not written on.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !sheet) terminal.savedDraft.setState(undefined)
    wasOpen.current = sheet !== undefined
  }, [sheet, terminal])
  return (
    <div className={styles['phone']}>
      <SpotHeading pair={pair} />
      <PairStrip spec={spec} />
      <MarketNotice spec={spec} />
      <MarketTabs spec={spec} onPick={pickAndOpen} />
      <div className={styles['orders']}>
        <OrdersPanel spec={spec} commands={terminal.commands} chosen={terminal.list} />
      </div>
      <div className={styles['sides']}>
        <Button variant="buy" size="large" block onClick={() => setSheet('buy')}>
          {submit('buy')}
        </Button>
        <Button variant="sell" size="large" block onClick={() => setSheet('sell')}>
          {submit('sell')}
        </Button>
      </div>
      <Drawer
        open={sheet !== undefined}
        onOpenChange={close}
        direction="btt"
        size="auto"
        title={pair}
        padded={false}
      >
        <LazyBoundary title={t('error.other')} fallback={<Skeleton height="420px" />}>
          <div className={styles['trade']}>
            <LazyOrderTicket
              key={sheet}
              spec={spec}
              terminal={terminal}
              initialSide={sheet ?? 'buy'}
              onPlaced={close}
            />
            <div className={styles['sheetBook']}>
              <OrderBook spec={spec} onPick={terminal.prices.pick} isNarrow />
            </div>
          </div>
        </LazyBoundary>
      </Drawer>
    </div>
  )
}

/** Chart, book and trades of a pair, one at a time. */
function MarketTabs({ spec, onPick }: Pick<TerminalProps, 'spec'> & { readonly onPick: OnPick }) {
  const t = useMessages()
  const view = (shown: ReactNode) => <div className={styles['view']}>{shown}</div>
  return (
    <Tabs
      aria-label={t('spot.marketData', { pair: `${spec.base}/${spec.quote}` })}
      className={styles['views']}
      items={[
        { value: 'chart', label: t('spot.chart'), panel: view(<ChartPanel spec={spec} />) },
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
