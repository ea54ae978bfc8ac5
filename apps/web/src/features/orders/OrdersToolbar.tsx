import type { Emitter, Store } from '@x/kit'
import { useStore } from '@x/kit/react'
import { useEffect, useEffectEvent } from 'react'
import { usePendingOrdersStore } from '../../data/hooks/usePendingOrdersStore.ts'
import { useOpenOrders } from '../../data/orders/hooks.ts'
import { refetchOrders } from '../../data/orders/orderOutcome.ts'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePendingOrders } from '../submissions/index.ts'
import { CancelButton } from './CancelButton.tsx'
import type { CancelScope } from './CancelQuestion.tsx'
import { EditButton } from './EditButton.tsx'
import { orderEventsOf } from './orderEvents.ts'
import { OrderTools } from './OrderTools.tsx'
import { OrderViewMenu } from './OrderViewMenu.tsx'
import styles from './orders.module.css'
import { useCancel } from './useCancel.tsx'
import { useFillNotices } from './useFillNotices.ts'
import { useOrderEdit } from './useOrderEdit.tsx'

/** The pair in front comes first; what reaches beyond it comes last. */
const SCOPES = ['pair', 'buy', 'sell', 'all'] as const
type Scope = (typeof SCOPES)[number]

interface OrdersToolbarProps {
  readonly spec: SpotSymbol
  readonly commands: Emitter<string>
  readonly chosen: Store<string>
}

/** What happened last, how the list is shown, and what is done to many orders or by key. */
export function OrdersToolbar({ spec, commands, chosen }: OrdersToolbarProps) {
  const t = useMessages()
  const { data: live = [] } = useOpenOrders()
  const { one, all } = useCancel()
  const events = orderEventsOf(useServices().toasts)
  const { edit, dialog } = useOrderEdit()
  const list = useStore(chosen)
  useFillNotices({
    show: ({ full, orderId }) =>
      events.show({ kind: 'info', text: full, orderId, phase: 'filled' }),
  })
  const specs = useSymbolIndex()
  usePendingOrders({
    pendingOrders: usePendingOrdersStore(),
    specOf: (symbol) => specs.get(symbol),
    refetch: refetchOrders,
  })
  const scopes = scopesOf(live, spec)
  const last = scopes.pair.orders[0]
  const run = useEffectEvent((command: string) => {
    if (command === 'cancelLast' && last) void one(last, spec)
    if (command === 'editLast' && last) edit({ order: last, spec })
    if (command === 'cancelAll' && last) void all(scopes.pair)
  })
  useEffect(() => commands.subscribe((command) => run(command)), [commands])
  const actionsOf = (id: string) => {
    const order = live.find(({ orderId }) => orderId === id)
    const props = order && { order, spec: specs.get(order.symbol) }
    return (
      props && (
        <>
          <EditButton {...props} onPress={edit} />
          <CancelButton {...props} />
        </>
      )
    )
  }
  const pair = `${spec.base}/${spec.quote}`
  return (
    <div className={styles['tools']}>
      <OrderTools
        actionsOf={actionsOf}
        hasPair={list !== 'assets'}
        scopes={SCOPES.map((key) => ({
          key,
          label: t(`orders.cancelScope.${key}`, { pair }),
          scope: scopes[key],
        }))}
        onCancel={(scope) => void all(scope)}
      >
        <OrderViewMenu list={list} />
      </OrderTools>
      {dialog}
    </div>
  )
}

function scopesOf(
  live: readonly SpotOrder[],
  { symbol }: SpotSymbol,
): Readonly<Record<Scope, CancelScope>> {
  const here = live.filter((order) => order.symbol === symbol)
  const ofSide = (side: SpotOrder['side']) => ({
    which: { symbol, side },
    orders: here.filter((order) => order.side === side),
  })
  return {
    all: { which: {}, orders: live },
    pair: { which: { symbol }, orders: here },
    buy: ofSide('buy'),
    sell: ofSide('sell'),
  }
}
