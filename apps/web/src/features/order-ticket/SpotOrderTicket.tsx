import { OrderTicket } from './OrderTicket.tsx'
import { spotProduct } from './spotProduct.ts'
import type { SpotTypes } from './spotRules.ts'
import type { OrderTicketProps } from './ticketView.ts'
import { useAvailable } from './useAvailable.ts'

export type SpotOrderTicketProps = Omit<OrderTicketProps<SpotTypes>, 'product' | 'available'>

/** Writes and sends the spot orders of one pair. */
export function SpotOrderTicket(props: SpotOrderTicketProps) {
  return <OrderTicket {...props} product={spotProduct} available={useAvailable(props.spec)} />
}
