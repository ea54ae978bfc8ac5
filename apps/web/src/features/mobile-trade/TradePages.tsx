import { Tabs } from '@x/ui/tabs'
import { lazy, type ReactNode, useLayoutEffect } from 'react'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { ChartPanel } from '../chart/index.ts'
import { OrderBook, TradeList } from '../order-book/index.ts'
import { LazyOrderTicket } from '../order-ticket/index.ts'
import { OrdersPanel } from '../orders/index.ts'
import {
  LazyUnknownPair,
  MarketNotice,
  PairStrip,
  TerminalSkeleton,
  type TerminalStore,
  useTerminalStore,
} from '../spot/index.ts'
import styles from './mobileTrade.module.css'
import { usePair } from './usePair.ts'

const AccountSync = lazy(async () => ({
  default: (await import('../../data/hooks/AccountSync.tsx')).AccountSync,
}))
/** The lists are of the same file, and say that it could not be had. */
const NOTHING = () => {}

/** `/trade-spot`: the order ticket of the spot account, one thing on its page. */
export const TradeSpotPage = () => <TicketPage account="spot" />

/** `/trade-margin`: the same of the cross margin account. */
export const TradeMarginPage = () => <TicketPage account="cross" />

/** `/trade-info`: chart, book and trades of a pair. */
export function TradeInfoPage() {
  const t = useMarginMessages()
  return (
    <PairPage>
      {(spec, terminal) => (
        <Tabs
          aria-label={t('spot.marketData', { pair: `${spec.base}/${spec.quote}` })}
          items={[
            { value: 'chart', label: t('spot.chart'), panel: view(<ChartPanel spec={spec} />) },
            {
              value: 'book',
              label: t('spot.book'),
              panel: view(<OrderBook spec={spec} onPick={terminal.prices.pick} />),
            },
            { value: 'trades', label: t('spot.trades'), panel: view(<TradeList spec={spec} />) },
          ]}
        />
      )}
    </PairPage>
  )
}

/** `/trade-asset-order`: open orders, their past, fills and balances. */
export const TradeAssetOrderPage = () => (
  <PairPage hasStrip={false}>
    {(spec, terminal) => (
      <div className={styles['orders']}>
        <OrdersPanel spec={spec} commands={terminal.commands} chosen={terminal.list} />
      </div>
    )}
  </PairPage>
)

const view = (shown: ReactNode) => <div className={styles['view']}>{shown}</div>

function TicketPage({ account }: { readonly account: 'spot' | 'cross' }) {
  return (
    <PairPage>
      {(spec, terminal) => <Ticket spec={spec} terminal={terminal} account={account} />}
    </PairPage>
  )
}

function Ticket({
  spec,
  terminal,
  account,
}: {
  readonly spec: SpotSymbol
  readonly terminal: TerminalStore
  readonly account: 'spot' | 'cross'
}) {
  const t = useMarginMessages()
  const hasUser = useAppSelector(selectUser) !== undefined
  const label = account === 'cross' ? t('margin.cross') : undefined
  const { funds } = terminal
  useLayoutEffect(() => {
    if (hasUser && funds.getState().account === 'spot')
      funds.setState({ account, loan: 'none', label })
  }, [funds, hasUser, account, label])
  return (
    <LazyBoundary title={t('error.other')}>
      <LazyOrderTicket spec={spec} terminal={terminal} />
    </LazyBoundary>
  )
}

/** What is about one pair, with the user's account in step. */
function PairPage({
  hasStrip = true,
  children,
}: {
  readonly hasStrip?: boolean
  readonly children: (spec: SpotSymbol, terminal: TerminalStore) => ReactNode
}) {
  const pair = usePair()
  const user = useAppSelector(selectUser)
  const { terminal, generation } = useTerminalStore()
  if (!pair) return <TerminalSkeleton />
  if ('unknown' in pair) return <LazyUnknownPair symbol={pair.unknown} level={2} />
  const { spec } = pair
  return (
    <>
      {user ? (
        <OptionalLazyBoundary quiet onFail={NOTHING}>
          <AccountSync />
        </OptionalLazyBoundary>
      ) : null}
      {hasStrip ? <PairStrip spec={spec} /> : null}
      {hasStrip ? <MarketNotice spec={spec} /> : null}
      <div key={`${generation} ${spec.symbol}`} className={styles['content']}>
        {children(spec, terminal)}
      </div>
    </>
  )
}
