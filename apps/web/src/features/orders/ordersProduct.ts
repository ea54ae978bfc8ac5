import { type ComponentType, createContext, use } from 'react'
import {
  useAmendOrder,
  useCancelAllOrders,
  useCancelOrder,
  useOpenOrders,
} from '../../data/orders/hooks.ts'
import type { AmendTerms, Side, SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import type { QueryView } from '../../data/store/queryView.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'
import { serverText } from '../../lib/errors/serverText.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import type { AmendmentJudge } from './amendmentOf.ts'
import { SideCell, SizeCell, type SizeCellProps } from './cells.tsx'

/** A mutation as its hook gives it: what starts it, and whether it runs. */
type Mutation<A, R> = readonly [
  (args: A) => Promise<{ readonly data?: R | undefined; readonly error?: unknown }>,
  { readonly isLoading: boolean },
]

/** The live orders of a product, how they are shown, and what changes them. */
export interface OrdersProduct {
  readonly useOrders: () => Pick<QueryView<readonly SpotOrder[]>, 'data'>
  /** The rules of the symbols of orders, by the symbol that an order has. */
  readonly useSpecs: () => ReadonlyMap<string, SpotSymbol>
  readonly useCancel: () => Mutation<{ readonly orderId: string }, unknown>
  readonly useCancelAll: () => Mutation<
    { readonly symbol?: string; readonly side?: Side },
    { readonly cancelled: readonly string[] }
  >
  readonly useAmend: () => Mutation<{ readonly orderId: string } & AmendTerms, unknown>
  /** The sentence for a refusal. */
  readonly useErrorText: () => (error: unknown) => string
  /** What a trigger is compared with, where that is not the last price. */
  readonly useTriggerNames: () => Readonly<Partial<Record<string, string>>>
  readonly SideCell: ComponentType<{ readonly order: SpotOrder }>
  /** Pixels of the column of sides, and of one in a narrow table. */
  readonly sideWidths: readonly [number, number]
  readonly SizeCell: ComponentType<SizeCellProps>
  /** Whether an order has a page of particulars. */
  readonly hasDetail: boolean
  readonly canEdit: (order: SpotOrder) => boolean
  /** Absent: the rules of spot, which load with the dialog. */
  readonly judge?: AmendmentJudge
}

/** Whose orders the lists, dialogs and questions below are about: by default those of spot. */
export const OrdersProductContext = createContext<OrdersProduct>({
  useOrders: useOpenOrders,
  useSpecs: useSymbolIndex,
  useCancel: useCancelOrder,
  useCancelAll: useCancelAllOrders,
  useAmend: useAmendOrder,
  useErrorText() {
    const t = useMessages()
    return (error) => serverText(error, t)
  },
  useTriggerNames() {
    const t = useMessages()
    return { mark: t('orders.mark') }
  },
  SideCell,
  sideWidths: [80, 66],
  SizeCell,
  hasDetail: true,
  canEdit: () => true,
})

export const useOrdersProduct = (): OrdersProduct => use(OrdersProductContext)
