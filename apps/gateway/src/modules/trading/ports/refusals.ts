import type { ErrorCode, ErrorData } from '@x/api'
import { MOST_ALGOS } from '../../../exchange/spot/algoOrders.ts'
import type { Refusal, RefusalReason } from '../../../exchange/state/effects.ts'
import { GatewayError } from '../../../platform/http/route.ts'

interface RefusalText {
  readonly code: ErrorCode
  readonly message: string
  /** The parameter that is at fault. */
  readonly field?: string
  /** Details that its code demands. */
  readonly data?: ErrorData<'42902'>
  /** What keeps coins in where it is neither the account nor its balance. */
  readonly stoppedBy?: 'deposit'
}

/** Code and sentence for each refusal of the exchange core. */
const REFUSALS: Readonly<Record<RefusalReason, RefusalText>> = {
  'order-not-open': { code: '40401', message: 'The order is not open' },
  balance: { code: '40201', message: 'The balance is not sufficient' },
  'would-trade': {
    code: '40206',
    message: 'The order would trade at once; it was asked to rest only',
  },
  'not-fillable': { code: '40207', message: 'The order cannot be filled in full' },
  'key-used': { code: '40902', message: 'The clientOid was used before', field: 'clientOid' },
  'no-algo': { code: '40401', message: 'The algo order does not run' },
  'algo-limit': {
    code: '42902',
    message: 'As many algo orders as allowed run already',
    data: { scope: 'account', limit: MOST_ALGOS },
  },
  'algo-early': { code: '40401', message: 'The algo order has no further order to place now' },
  'no-transfer': {
    code: '40010',
    message: 'A transfer moves an amount from one account to another',
    field: 'amount',
  },
  'top-up-limit': {
    code: '40010',
    message: 'The top-up is above what the day still allows',
    field: 'amount',
  },
  'withdraw-cap': { code: '40209', message: 'This is above what may be withdrawn today' },
  'swap-price': { code: '40231', message: 'The pool gives less than your minimum now' },
  'pool-state': { code: '00006', message: 'The pool cannot be filled now' },
  'no-withdrawal': { code: '40401', message: 'The withdrawal is not open' },
  'withdrawal-state': { code: '40401', message: 'The withdrawal can no longer be changed' },
  'approved-twice': { code: '40301', message: 'A second person must approve' },
  'withdrawals-stopped': {
    code: '00004',
    message: 'A deposit of this account vanished from its chain: withdrawals are stopped',
    stoppedBy: 'deposit',
  },
  'deposit-locked': {
    code: '40201',
    message: 'A deposit without all its confirmations keeps the amount in',
    stoppedBy: 'deposit',
  },
  'deposit-known': { code: '40902', message: 'The deposit was credited before' },
  'deposit-stale': { code: '40010', message: 'The deposit is below the final blocks' },
  'deposit-state': { code: '40010', message: 'The deposit can no longer be changed' },
  'no-deposit': { code: '40401', message: 'There is no such deposit' },
  'order-terms': { code: '40010', message: 'The terms of the order do not fit the account' },
  'price-band': { code: '40205', message: 'The price is too far from the mark', field: 'price' },
  'no-mark': { code: '40205', message: 'There is no fresh mark price; nothing is opened now' },
  'nothing-to-reduce': { code: '40210', message: 'There is no position to reduce' },
  leverage: { code: '40211', message: 'The leverage is not allowed', field: 'leverage' },
  'position-limit': { code: '40212', message: 'The position would be above its limit' },
  'liquidated-at-once': { code: '40213', message: 'The position would be liquidated at once' },
  'orders-or-positions': { code: '40214', message: 'Open orders or positions forbid it' },
  'being-liquidated': { code: '40215', message: 'The account is being liquidated' },
  'beyond-bankruptcy': {
    code: '40216',
    message: 'The price is beyond the bankruptcy price',
    field: 'price',
  },
  'not-due': { code: '40010', message: 'The wallet is above its requirement' },
  'margin-needed': { code: '40217', message: 'The margin is needed' },
  'loan-limit': { code: '40220', message: 'The loan is above its limit', field: 'amount' },
  'pool-empty': { code: '40221', message: 'The pool cannot lend so much now', field: 'amount' },
  'margin-level': { code: '40222', message: 'The margin level would be too low' },
  'nothing-owed': { code: '40223', message: 'Nothing is owed in this asset', field: 'asset' },
  'packet-terms': {
    code: '40010',
    message: 'The amount is not enough for so many parts',
    field: 'amount',
  },
  // One answer for a code that is wrong, of a packet that ended, or spent by another account of the
  // same holder: a code cannot be tried out.
  'no-packet': { code: '40401', message: 'There is no red packet to open' },
  claimed: { code: '40401', message: 'There is no red packet to open' },
  'own-packet': { code: '40301', message: 'Nobody opens a red packet of their own' },
  'no-lead': { code: '40401', message: 'There is no such lead trader' },
  'no-follow': { code: '40401', message: 'There is no such follow' },
  'copy-terms': {
    code: '40010',
    message: 'A term is outside of what the lead trader or the product allows',
    field: 'amount',
  },
  'copy-state': {
    code: '40010',
    message: 'The follow is not in a state for that',
    field: 'followId',
  },
  'copy-full': {
    code: '40010',
    message: 'The lead trader has as many followers as they take',
    field: 'leadId',
  },
  'copy-own': { code: '40301', message: 'Nobody follows an account of their own' },
  'copy-twice': { code: '40010', message: 'There is one already', field: 'leadId' },
  'no-position': { code: '40401', message: 'This position does not exist' },
  'earn-limit': {
    code: '40010',
    message: 'The amount is outside the limits of the product',
    field: 'amount',
  },
  'advert-terms': { code: '40010', message: 'The terms of the advert are outside the limits' },
  'advert-state': { code: '40241', message: 'The advert cannot be changed so in its state' },
  'advert-changed': { code: '40240', message: 'The advert has changed, look at it again' },
  'no-advert': { code: '40401', message: 'There is no such advert' },
  'own-advert': { code: '40301', message: 'Nobody takes an advert of their own' },
  'no-p2p-order': { code: '40401', message: 'There is no such order that is open' },
  'p2p-amount': {
    code: '40010',
    message: 'The amount is outside the limits of the advert',
    field: 'amount',
  },
  'p2p-early': { code: '40241', message: 'It is too early for that' },
  'p2p-limit': { code: '40241', message: 'There are too many of them open' },
  'p2p-remaining': { code: '40240', message: 'The advert has less left than that' },
  'p2p-state': { code: '40241', message: 'The order cannot be changed so in its state' },
  'p2p-stopped': {
    code: '00004',
    message: 'After three cancelled purchases there are no new ones for 24 hours',
  },
  'earn-paused': { code: '00006', message: 'The product is paused, please try again later' },
}

/** The error that answers a request which the exchange core refuses. */
export function refusalError({ reason, asset }: Refusal): GatewayError {
  const { code, message, field, stoppedBy, data: details } = REFUSALS[reason]
  if (details) return new GatewayError('42902', message, { data: details })
  const fields = asset === undefined ? { field, reason: stoppedBy } : { asset, reason: stoppedBy }
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  const data = known.length === 0 ? null : Object.fromEntries(known)
  return new GatewayError(code, message, { data: data as ErrorData<ErrorCode> })
}
