import type { Random } from '@x/kit'
import { isRequestError } from '@x/request'
import { orderRefusalOf, type SpotOrder } from '@x/trading'
import { failureOf } from '../../errors/serverText.ts'
import type { PlaceOrder, SelfTradePrevention, SpotSymbol } from '../../orders/model.ts'
import type { OrderOutcome } from '../../orders/orderOutcome.ts'
import { freshKey } from './createSubmissions.ts'
import type { UnansweredOrder, UnansweredOrders } from './createUnansweredOrders.ts'
import { isFateUnknown } from './isFateUnknown.ts'
import type { OrderDraft } from './orderDraft.ts'
import { orderOf } from './orderOf.ts'
import type { DraftField } from './orderTypes.ts'
import { refusedField } from './refusedField.ts'

export interface PlacedSubmission {
  readonly status: 'placed'
  readonly terms: SpotOrder
  readonly outcome: OrderOutcome
  /** It was sent before, without an answer. */
  readonly isRepeated: boolean
}

export type Submission =
  | PlacedSubmission
  | {
      readonly status: 'refused'
      readonly error: unknown
      /** It may have arrived: a repetition keeps its key. */
      readonly isUnknown: boolean
      readonly field: DraftField | undefined
      readonly code: string | undefined
      readonly traceId: string | undefined
      /** The user has been shown this very refusal. */
      readonly wasShown: boolean
    }

export interface SubmitterOptions {
  readonly spec: Pick<SpotSymbol, 'symbol'>
  readonly random: Random
  /** Those of the user on screen and their funds. */
  readonly unanswered: UnansweredOrders
  /** What the trader has chosen for all orders (decision 238); the gateway's own default is not sent. */
  readonly prevention?: () => SelfTradePrevention
  readonly send: (order: PlaceOrder) => Promise<OrderOutcome>
}

export interface Submitter {
  /** The same order, sent before without an answer, of which this form has not said that it may be sent again. */
  doubted(draft: OrderDraft): UnansweredOrder | undefined
  /** What had no answer goes out again under its key, unless this is said to be another order. */
  submit(draft: OrderDraft, options?: { readonly isAnother?: boolean }): Promise<Submission>
}

/** Sends drafts as orders, each under a key of its own (wire 10). */
export function createSubmitter({ spec, random, unanswered, prevention, send }: SubmitterOptions): Submitter {
  /** The key of the order of which this form says that it will not be placed twice. */
  let promised: string | undefined
  const termsOf = (draft: OrderDraft): Omit<PlaceOrder, 'clientOid'> => {
    const gives = prevention?.()
    return { symbol: spec.symbol, ...orderOf(draft), ...(gives && gives !== 'taker' ? { selfTradePrevention: gives } : {}) }
  }
  return {
    doubted(draft) {
      const before = unanswered.find(termsOf(draft))
      return before?.clientOid === promised ? undefined : before
    },
    async submit(draft, { isAnother = false } = {}) {
      const terms = termsOf(draft)
      const before = isAnother ? undefined : unanswered.find(terms)
      const clientOid = before?.clientOid ?? freshKey(random)
      if (!before) unanswered.add(terms, clientOid)
      promised = undefined
      try {
        const outcome = await send({ ...terms, clientOid })
        unanswered.remove(clientOid)
        return { status: 'placed', terms: orderOf(draft), outcome, isRepeated: before !== undefined }
      } catch (error) {
        const isUnknown = isFateUnknown(error)
        const { code, traceId, field: named } = failureOf(error)
        const refusal = code === undefined ? undefined : orderRefusalOf(code)
        if (isUnknown) promised = clientOid
        // Refused before anybody looked at it, a repetition says nothing of the first attempt.
        else if (!before || refusal) unanswered.remove(clientOid)
        const field = isUnknown ? undefined : refusedField(draft, { refusal, named })
        return { status: 'refused', error, isUnknown, field, code, traceId, wasShown: isRequestError(error) && error.toasted }
      }
    },
  }
}
