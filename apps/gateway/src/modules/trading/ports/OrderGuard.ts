import type { RequestSession } from '../../../platform/http/route.ts'
import type { FuturesOrderTerms } from '../../../exchange/state/futuresOrder.ts'
import type { OrderTerms } from '../../../exchange/state/order.ts'

/** What is counted of an order before it is placed. */
export interface CountedTerms extends Pick<
  OrderTerms,
  'symbol' | 'orderType' | 'timeInForce' | 'exits'
> {
  /** The second order of a list, which counts from the start. */
  readonly pending?: Pick<OrderTerms, 'orderType'>
}

/** The same of an order for a contract. */
export type CountedContractTerms = Pick<
  FuturesOrderTerms,
  'symbol' | 'timeInForce' | 'triggers' | 'exits'
>

/** How many orders an account may have open, and how many it may send in a second. */
export interface OrderGuard {
  /** Before an order is placed or amended. @throws GatewayError 42901 */
  takeOrder(session: RequestSession): void
  /** Before orders are cancelled. @throws GatewayError 42901 */
  takeCancel(session: RequestSession): void
  /**
   * Before a repeated order is looked up in the ledger, which may have it.
   * @throws GatewayError 42901
   */
  takeRepeat(session: RequestSession): void
  /** Before a transfer, new or repeated. @throws GatewayError 42901 */
  takeTransfer(session: RequestSession): void
  /**
   * @throws GatewayError 42902 where the account, or its holder, would have too many orders open
   */
  assertOpen(session: RequestSession, terms: CountedTerms): void
  /** @throws GatewayError 42902 as `assertOpen`: orders of both products count together */
  assertOpenContract(session: RequestSession, terms: CountedContractTerms): void
}
