import type { Random } from '@x/kit'
import { isRequestError } from '@x/request'
import { orderRefusalOf, type SpotOrder } from '@x/trading'
import { failureOf } from '../../errors/serverText.ts'
import type { PlaceOrder, SelfTradePrevention, SpotSymbol } from '../../orders/model.ts'
import type { OrderOutcome } from '../../orders/orderOutcome.ts'
import { createSubmissions } from './createSubmissions.ts'
import { isFateUnknown } from './isFateUnknown.ts'
import type { OrderDraft } from './orderDraft.ts'
import { orderOf } from './orderOf.ts'
import type { DraftField } from './orderTypes.ts'
import { refusedField } from './refusedField.ts'

export interface PlacedSubmission {
  readonly status: 'placed'
  readonly terms: SpotOrder
  readonly outcome: OrderOutcome
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
  /** What the trader has chosen for all orders (decision 238); the gateway's own default is not sent. */
  readonly prevention?: () => SelfTradePrevention
  readonly send: (order: PlaceOrder) => Promise<OrderOutcome>
}

/** Sends drafts as orders, each under a key of its own (wire 10). */
export function createSubmitter({ spec, random, prevention, send }: SubmitterOptions): (draft: OrderDraft) => Promise<Submission> {
  const submissions = createSubmissions<Omit<PlaceOrder, 'clientOid'>>({ random })
  return async (draft) => {
    const terms = orderOf(draft)
    const gives = prevention?.()
    try {
      const outcome = await send(submissions.begin({ symbol: spec.symbol, ...terms, ...(gives && gives !== 'taker' ? { selfTradePrevention: gives } : {}) }))
      submissions.end('answered')
      return { status: 'placed', terms, outcome }
    } catch (error) {
      const isUnknown = isFateUnknown(error)
      submissions.end(isUnknown ? 'unknown' : 'answered')
      const { code, traceId, field: named } = failureOf(error)
      const field = isUnknown ? undefined : refusedField(draft, { refusal: code === undefined ? undefined : orderRefusalOf(code), named })
      return { status: 'refused', error, isUnknown, field, code, traceId, wasShown: isRequestError(error) && error.toasted }
    }
  }
}
