import type { FuturesOrder, FuturesProduct } from '@x/api'
import { decimal, formatDecimal, mul } from '@x/decimal'
import { type ReactNode, useMemo } from 'react'
import { contractKey } from '../../data/futures/contracts.ts'
import { type FuturesSymbol, useContracts } from '../../data/futures/contractsApi.ts'
import {
  useAmendFuturesOrder,
  useCancelAllFuturesOrders,
  useCancelFuturesOrder,
  useFuturesOrders,
} from '../../data/futures/ordersApi.ts'
import { type SpotOrder, wireSymbol } from '../../data/spot/model.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import {
  type OrdersProduct,
  OrdersProductContext,
  reportOrder,
  SizeCell,
  type SizeCellProps,
} from '../orders/index.ts'
import { futuresProblems } from './futuresProblems.ts'
import { OrderSide } from './orderCells.tsx'

/** A futures order as the lists of orders show one. */
export interface PanelOrder extends SpotOrder {
  readonly contract: Pick<FuturesOrder, 'side' | 'positionSide' | 'reduceOnly' | 'closePosition'>
}

/** The order under the key of its contract; sizes are in the base coin or in contracts. */
export function panelOrderOf(
  order: FuturesOrder,
  { product }: Pick<FuturesSymbol, 'product'>,
): PanelOrder {
  const { side, positionSide, reduceOnly, closePosition, avgPrice, filled } = order
  return {
    ...order,
    contract: { side, positionSide, reduceOnly, closePosition },
    symbol: contractKey(product, order.symbol),
    orderType: order.orderType === 'liquidation' ? 'market' : order.orderType,
    sizeUnit: 'base',
    filledQuote: avgPrice === null ? '0' : formatDecimal(mul(decimal(avgPrice), decimal(filled))),
    feeAsset: order.marginCoin,
  }
}

/** The live orders of a product, or of both, once their contracts are known. */
export function usePanelOrders(product?: FuturesProduct): readonly PanelOrder[] | undefined {
  const { data } = useFuturesOrders()
  const contracts = useContracts()
  return useMemo(
    () =>
      contracts.size === 0
        ? undefined
        : data?.flatMap((order) => {
            const contract = contracts.get(order.symbol)
            const isOf = contract && contract.product === (product ?? contract.product)
            return isOf ? [panelOrderOf(order, contract)] : []
          }),
    [data, contracts, product],
  )
}

/** The rules of contracts by their keys, with what their sizes are counted in. */
function useSpecs() {
  const t = useFuturesMessages()
  const contracts = useContracts()
  const unit = t('contract.contracts')
  return useMemo(
    () =>
      new Map(
        [...contracts.values()].map((contract) => {
          const symbol = contractKey(contract.product, contract.symbol)
          const counted = contract.contractValue === null ? {} : { sizeUnit: unit }
          return [symbol, { ...contract, ...counted, symbol, name: contract.symbol }] as const
        }),
      ),
    [contracts, unit],
  )
}

function useErrorText() {
  const t = useFuturesMessages()
  return (error: unknown) => futuresErrorText(error, t)
}

/** Reports a refusal where the orders are: the requests of futures are silent. */
function useReported() {
  const services = useServices()
  const errorText = useErrorText()
  return <A extends { readonly error?: unknown }>(answer: A): A => {
    if (answer.error) reportOrder(services, { kind: 'error', text: errorText(answer.error) })
    return answer
  }
}

const contractOf = (order: SpotOrder): PanelOrder['contract'] | undefined =>
  'contract' in order ? (order as PanelOrder).contract : undefined

const isWhole = (order: SpotOrder): boolean => contractOf(order)?.closePosition === true

function FuturesSide({ order }: { readonly order: SpotOrder }) {
  return <OrderSide order={contractOf(order) ?? { side: order.side, positionSide: null }} />
}

/** One that closes whatever is held has no size of its own. */
function FuturesSize(props: SizeCellProps) {
  const t = useFuturesMessages()
  return isWhole(props.order) ? t('positions.all') : <SizeCell {...props} />
}

function ordersOf(product: FuturesProduct | undefined): OrdersProduct {
  return {
    useOrders: () => ({ data: usePanelOrders(product) }),
    useSpecs,
    useCancel() {
      const [cancel, state] = useCancelFuturesOrder()
      const reported = useReported()
      return [async (args) => reported(await cancel(args)), state]
    },
    useCancelAll() {
      const [cancelAll, state] = useCancelAllFuturesOrders()
      const reported = useReported()
      return [
        async ({ symbol }) =>
          reported(
            await cancelAll({
              ...(product ? { product } : {}),
              ...(symbol === undefined ? {} : { symbol: wireSymbol({ symbol }) }),
            }),
          ),
        state,
      ]
    },
    useAmend: useAmendFuturesOrder,
    useErrorText,
    useTriggerNames() {
      const t = useFuturesMessages()
      return { mark: t('positions.mark'), index: t('positions.index') }
    },
    SideCell: FuturesSide,
    sideWidths: [150, 120],
    SizeCell: FuturesSize,
    hasDetail: false,
    // The exits of a position are changed with it.
    canEdit: (order) => order.orderType !== 'tp_sl' && !isWhole(order),
    judge: futuresProblems,
  }
}

const PRODUCTS = { usdt: ordersOf('usdt'), coin: ordersOf('coin'), all: ordersOf(undefined) }

/** Makes the lists and tools of orders those of futures. */
export const FuturesOrders = ({
  product = 'all',
  children,
}: {
  /** Absent: both. */
  readonly product?: FuturesProduct | undefined | 'all'
  readonly children: ReactNode
}) => <OrdersProductContext value={PRODUCTS[product]}>{children}</OrdersProductContext>
