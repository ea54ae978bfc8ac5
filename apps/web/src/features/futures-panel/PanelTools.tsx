import type { FuturesProduct } from '@x/api'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { use, useState } from 'react'
import { contractKey } from '../../data/futures/contracts.ts'
import { useContracts } from '../../data/futures/contractsApi.ts'
import { useCloseAllPositions, useFuturesPositions } from '../../data/futures/positionsApi.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import {
  CancelButton,
  EditButton,
  OrdersProductContext,
  OrderTools,
  OrderViewMenu,
  reportOrder,
  useCancel,
  useOrderEdit,
} from '../orders/index.ts'
import { FuturesOrders } from './futuresOrders.tsx'
import styles from './futuresPanel.module.css'
import { LazyMoveDialog } from './LazyMoveDialog.tsx'
import { useFuturesCounts } from './useFuturesCounts.ts'

interface PanelToolsProps {
  readonly product: FuturesProduct
  /** The contract in front. */
  readonly symbol: string
  /** The list in front. */
  readonly list: string
}

/** Lists of what can still change, which can be narrowed to the contract in front. */
const LIVE: readonly string[] = ['positions', 'open', 'trigger']

/**
 * What happened last, how the list is shown, what is done with all positions and orders, and the
 * way of funds between the wallets.
 */
export function PanelTools(props: PanelToolsProps) {
  return (
    <FuturesOrders product={props.product}>
      <Tools {...props} />
    </FuturesOrders>
  )
}

function Tools({ product, symbol, list }: PanelToolsProps) {
  const t = useFuturesMessages()
  const to = useLocalePath()
  const [isMoving, setMoving] = useState(false)
  const { closeAll, isClosing } = useCloseAll(product)
  const { positions = 0 } = useFuturesCounts({ product })
  const { actionsOf, dialog } = useLineActions()
  const { all } = useCancel()
  const { useOrders } = use(OrdersProductContext)
  const { data: orders = [] } = useOrders()
  const key = contractKey(product, symbol)
  const here = orders.filter((order) => order.symbol === key)
  return (
    <span className={styles['actions']}>
      <OrderTools
        actionsOf={actionsOf}
        hasPair={LIVE.includes(list)}
        scopes={[
          { key: 'pair', label: symbol, scope: { which: { symbol: key }, orders: here } },
          { key: 'all', label: t('orders.cancelScope.all'), scope: { which: {}, orders } },
        ]}
        onCancel={(scope) => void all(scope)}
      >
        {list === 'open' || list === 'trigger' ? <OrderViewMenu list={list} /> : null}
      </OrderTools>
      {LIVE.includes(list) ? null : (
        <Link to={to('/record/mcp')} className={styles['toolLink']}>
          {t('positions.recordsTitle')}
        </Link>
      )}
      <Button size="mini" variant="ghost" onClick={() => setMoving(true)}>
        {t('positions.transfer')}
      </Button>
      {list === 'positions' ? (
        <Button
          size="mini"
          variant="ghost"
          disabled={positions === 0}
          loading={isClosing}
          onClick={() => void closeAll()}
        >
          {t('positions.closeAll')}
        </Button>
      ) : null}
      {isMoving ? <LazyMoveDialog onClose={() => setMoving(false)} product={product} /> : null}
      {dialog}
    </span>
  )
}

/** What can still be done about the order that the line names. */
function useLineActions() {
  const { useOrders, useSpecs } = use(OrdersProductContext)
  const { data: orders } = useOrders()
  const specs = useSpecs()
  const { edit, dialog } = useOrderEdit()
  const actionsOf = (id: string) => {
    const order = orders?.find(({ orderId }) => orderId === id)
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
  return { actionsOf, dialog }
}

function useCloseAll(product: FuturesProduct) {
  const t = useFuturesMessages()
  const services = useServices()
  const [run, { isLoading }] = useCloseAllPositions()
  const numbers = useNumbers('trading')
  const contracts = useContracts()
  const { data: positions = [] } = useFuturesPositions()
  /** The question and what follows come when they are asked for. */
  const closeAll = async (): Promise<void> => {
    const asked = await import('./closeAll.ts').catch(() => undefined)
    if (!asked) return reportOrder(services, { kind: 'error', text: t('error.other') })
    await asked.closeAll({ product, positions, contracts, run, t, numbers, services })
  }
  return { closeAll, isClosing: isLoading }
}
