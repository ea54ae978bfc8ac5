import type { Emitter, WritableStore } from '@x/kit'
import { SkeletonRows } from '@x/ui/skeleton'
import { Tabs } from '@x/ui/tabs'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { selectStatus, selectUser } from '../../data/store/slice.ts'
import { GuestPlaceholder } from './GuestPlaceholder.tsx'
import { isBookStatus, isOnlyArmed, type SpotSymbol } from '../../data/spot/model.ts'
import type { AgainTarget } from './orderAgain.ts'
import { useOrderView } from './orderView.ts'
import styles from './orders.module.css'
import { useCachedOpenOrders } from '../../data/hooks/accountData.ts'

// Only who is logged in has orders to show: a guest does not wait for their code.
const liveOrders = () => import('./liveOrders.ts')
const OpenOrders = lazy(async () => ({ default: (await liveOrders()).OpenOrders }))
const TriggerOrders = lazy(async () => ({ default: (await liveOrders()).TriggerOrders }))
// Tabs that no visit begins with.
const lists = () => import('./historyLists.tsx')
const OrderHistory = lazy(async () => ({ default: (await lists()).OrderHistory }))
const Fills = lazy(async () => ({ default: (await lists()).Fills }))
const AssetsTable = lazy(async () => ({ default: (await import('./AssetsTable.tsx')).AssetsTable }))
const OrdersToolbar = lazy(async () => ({ default: (await liveOrders()).OrdersToolbar }))
/** The list beside the tools is of the same file, and says that it could not be had. */
const NOTHING = () => {}

export interface OrdersPanelProps {
  /** The pair in front; what is done by key or for "this pair" is about it. */
  readonly spec: SpotSymbol
  /** What was asked for by key. */
  readonly commands: Emitter<string>
  /** The list in front: it outlives its panel. */
  readonly chosen: WritableStore<string>
  /** Where a past order is taken up by the form. */
  readonly prices?: AgainTarget
  /** What can be done with a holding. */
  readonly HoldingAction?: ComponentType<{ readonly asset: string }>
}

/** The user's own side of the market, below it. */
export function OrdersPanel({ spec, commands, chosen, prices, HoldingAction }: OrdersPanelProps) {
  const t = useMessages()
  const status = useAppSelector(selectStatus)
  const user = useAppSelector(selectUser)
  const live = useCachedOpenOrders()
  const waiting = <SkeletonRows rows={3} />
  const content = (list: ReactNode) =>
    user ? (
      <LazyBoundary fallback={waiting}>{list}</LazyBoundary>
    ) : status === 'unknown' ? (
      waiting
    ) : (
      <GuestPlaceholder />
    )
  // What is not known is not none.
  const [{ isPairOnly }] = useOrderView()
  const symbol = isPairOnly ? spec.symbol : undefined
  const past = { symbol, spec, prices }
  const count = (isShown: (order: NonNullable<typeof live>[number]) => boolean) =>
    live?.filter((order) => (symbol ?? order.symbol) === order.symbol && isShown(order)).length
  return (
    <Tabs
      aria-label={t('orders.panel')}
      className={styles['panel']}
      defaultValue={chosen.getState()}
      onChange={chosen.setState}
      end={
        user ? (
          <OptionalLazyBoundary quiet onFail={NOTHING}>
            <OrdersToolbar spec={spec} commands={commands} chosen={chosen} />
          </OptionalLazyBoundary>
        ) : undefined
      }
      items={[
        {
          value: 'open',
          label: t('orders.open'),
          count: count(({ status: at }) => isBookStatus(at)),
          panel: content(<OpenOrders symbol={symbol} />),
        },
        {
          value: 'trigger',
          label: t('orders.triggers'),
          count: count(isOnlyArmed),
          panel: content(<TriggerOrders symbol={symbol} />),
        },
        {
          value: 'history',
          label: t('orders.history'),
          panel: content(<OrderHistory {...past} />),
        },
        { value: 'fills', label: t('orders.fills'), panel: content(<Fills {...past} />) },
        {
          value: 'assets',
          label: t('orders.assets'),
          panel: content(<AssetsTable Action={HoldingAction} />),
        },
      ]}
    />
  )
}
