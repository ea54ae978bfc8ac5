import { useFuturesPendingOrders } from '../../../data/futures/useFuturesPendingOrders.ts'
import type { TicketProduct } from '../ticketView.ts'
import { FuturesFields } from './FuturesFields.tsx'
import { futuresRules } from './futuresRules.ts'
import type { FuturesTypes } from './futuresTypes.ts'
import { useFuturesSideTexts } from './useFuturesSideTexts.ts'

/** Futures orders in the order ticket. */
export const futuresProduct: TicketProduct<FuturesTypes> = {
  rules: futuresRules,
  loadTrading: () => import('./futuresTrading.ts'),
  Fields: FuturesFields,
  Note: () => null,
  useSideTexts: useFuturesSideTexts,
  usePendingOrders: useFuturesPendingOrders,
}
