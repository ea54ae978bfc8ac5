import { isRequestError } from '@x/request'
import { ORDER_REFUSAL_CODES, orderRefusalOf, type SpotOrder } from '@x/trading'
import { failureOf } from '../../lib/errors/serverText.ts'
import type { PlaceOrder, SelfTradePrevention, SpotSymbol } from '../../data/spot/model.ts'
import type { OrderOutcome } from '../../data/spot/orderOutcome.ts'
import type { Submitter } from '../../data/submissions/createSubmissions.ts'
import type { PendingSubmission } from '../../data/submissions/createUnanswered.ts'
import type { OrderDraft } from './orderDraft.ts'
import { orderOf } from './orderOf.ts'
import type { DraftField } from '../order-terms/index.ts'
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
      readonly clientOid: string
      readonly field: DraftField | undefined
      readonly code: string | undefined
      readonly traceId: string | undefined
      /** The user has been shown this very refusal. */
      readonly wasShown: boolean
    }

/** An order is judged after its key has been looked up. */
export const DECIDED: readonly string[] = Object.values(ORDER_REFUSAL_CODES)

export type OrderTerms = Omit<PlaceOrder, 'clientOid'>

export interface DraftSubmitterOptions {
  readonly spec: Pick<SpotSymbol, 'symbol'>
  readonly submitter: Submitter<OrderTerms>
  /**
   * What the trader has chosen for all orders (docs/adr/trading.md); the gateway's own default is
   * not sent.
   */
  readonly prevention?: () => SelfTradePrevention
  readonly send: (order: PlaceOrder) => Promise<OrderOutcome>
}

export interface DraftSubmitter {
  /**
   * The same order, sent before without an answer, of which this form has not said that it may be
   * sent again.
   */
  findInDoubt(draft: OrderDraft): PendingSubmission | undefined
  /** What had no answer goes out again under its key, unless this is said to be another order. */
  submit(draft: OrderDraft, options?: { readonly forceNew?: boolean }): Promise<Submission>
}

/** Sends drafts as orders. */
export function createDraftSubmitter({
  spec,
  submitter,
  prevention,
  send,
}: DraftSubmitterOptions): DraftSubmitter {
  const termsOf = (draft: OrderDraft): OrderTerms => {
    const gives = prevention?.()
    return {
      symbol: spec.symbol,
      ...orderOf(draft),
      ...(gives && gives !== 'taker' ? { selfTradePrevention: gives } : {}),
    }
  }
  return {
    findInDoubt: (draft) => submitter.findInDoubt(termsOf(draft)),
    async submit(draft, { forceNew = false } = {}) {
      const submitted = await submitter.submit(termsOf(draft), { forceNew, send })
      if (submitted.status === 'answered')
        return {
          status: 'placed',
          terms: orderOf(draft),
          outcome: submitted.answer,
          isRepeated: submitted.isRepeated,
        }
      const { error, isUnknown, clientOid } = submitted
      const { code, traceId, field: named } = failureOf(error)
      const refusal = code === undefined ? undefined : orderRefusalOf(code)
      const field = isUnknown ? undefined : refusedField(draft, { refusal, named })
      return {
        status: 'refused',
        error,
        isUnknown,
        clientOid,
        field,
        code,
        traceId,
        wasShown: isRequestError(error) && error.toasted,
      }
    },
  }
}
