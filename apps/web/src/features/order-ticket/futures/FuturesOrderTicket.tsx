import { OrderTicket } from '../OrderTicket.tsx'
import type { OrderTicketProps } from '../ticketView.ts'
import { futuresProduct } from './futuresProduct.ts'
import type { FuturesTypes } from './futuresTypes.ts'
import { useFuturesAvailable } from './useFuturesAvailable.ts'

export type FuturesOrderTicketProps = Omit<OrderTicketProps<FuturesTypes>, 'product' | 'available'>

/** Writes and sends the orders of one contract. */
export function FuturesOrderTicket(props: FuturesOrderTicketProps) {
  const available = useFuturesAvailable(props.spec)
  return <OrderTicket {...props} product={futuresProduct} available={available} />
}
