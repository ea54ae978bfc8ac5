import type { Emitter } from '@x/kit'
import { Button } from '@x/ui/button'
import { Menu } from '@x/ui/menu'
import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { useOpenOrders } from '../../data/orders/hooks.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { usePendingOrders } from '../submissions/index.ts'
import { useCancel } from './useCancel.ts'
import { useFillNotices } from './useFillNotices.ts'
import { useOrderEdit } from './useOrderEdit.tsx'

const SCOPES = ['all', 'pair', 'buy', 'sell'] as const

/** Cancels many orders at once, and what of the orders is done by key. */
export function OrdersToolbar({ spec, commands }: { spec: SpotSymbol; commands: Emitter<string> }) {
  const t = useMessages()
  const { data: live = [] } = useOpenOrders()
  const { one, all } = useCancel()
  const { toasts } = useServices()
  const { edit, dialog } = useOrderEdit()
  useFillNotices({ show: ({ full }) => toasts.info(full) })
  usePendingOrders()
  const here = live.filter(({ symbol }) => symbol === spec.symbol)
  const last = here[0]
  const run = useEffectEvent((command: string) => {
    if (command === 'cancelLast' && last) void one(last, spec)
    if (command === 'editLast' && last) edit({ order: last, spec })
    if (command === 'cancelAll' && here.length > 0) void all({ symbol: spec.symbol }, here.length)
  })
  useEffect(() => commands.subscribe((command) => run(command)), [commands])
  const act = (scope: string) => {
    if (scope === 'all') return void all({}, live.length)
    if (scope === 'pair') return void all({ symbol: spec.symbol }, here.length)
    if (scope === 'buy' || scope === 'sell')
      return void all(
        { symbol: spec.symbol, side: scope },
        here.filter(({ side }) => side === scope).length,
      )
  }
  const counts = {
    all: live.length,
    pair: here.length,
    buy: here.filter(({ side }) => side === 'buy').length,
    sell: here.filter(({ side }) => side === 'sell').length,
  }
  const pair = `${spec.base}/${spec.quote}`
  return (
    <>
      <Menu
        label={t('orders.cancelAll')}
        side="bottom end"
        trigger={(props) => (
          <Button {...props} size="mini" variant="ghost" disabled={live.length === 0}>
            {t('orders.cancelAll')}
          </Button>
        )}
        items={SCOPES.map((key) => ({
          key,
          label: t(`orders.cancelScope.${key}`, { pair }),
          hint: counts[key],
          disabled: counts[key] === 0,
          tone: 'danger' as const,
        }))}
        onAction={act}
      />
      {dialog}
    </>
  )
}
