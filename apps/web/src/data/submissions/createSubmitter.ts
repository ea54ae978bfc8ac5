import { randomHex, type Random } from '@x/kit'
import { isRequestError, type RequestClient } from '@x/request'
import { failureOf } from '../../lib/errors/serverText.ts'
import { isOutcomeUnknown } from './isOutcomeUnknown.ts'
import type { PendingSubmission, PendingSubmissions } from './pendingSubmissions.ts'

export type Submitted<Response> =
  | {
      readonly status: 'accepted'
      readonly response: Response
      /** It was sent before without a response: this response is about both attempts. */
      readonly isRepeated: boolean
    }
  | {
      readonly status: 'failed'
      readonly error: unknown
      /** It may have arrived: a repetition keeps its key. */
      readonly isUnknown: boolean
      readonly clientOid: string
    }

interface SubmitOptions {
  /** Where it is posted. */
  readonly path: string
  /** Sends under a new key even where the same terms are pending. */
  readonly forceNew?: boolean
  /** Goes along and is no part of the terms: another proof is no other submission. */
  readonly proof?: object
}

/**
 * Sends submissions that must not be executed twice, each under its own `clientOid` (wire protocol,
 * section 10).
 */
export interface Submitter<Terms extends object> {
  /**
   * The pending submission with the same terms, unless its repetition has been acknowledged to the
   * user by this submitter.
   */
  findInDoubt(terms: Terms): PendingSubmission | undefined
  /** Reuses the key of a pending submission with the same terms, unless `forceNew` is set. */
  submit<Response>(terms: Terms, options: SubmitOptions): Promise<Submitted<Response>>
  /** Removes a pending submission whose outcome was found elsewhere. */
  settle(clientOid: string): void
}

export interface SubmitterOptions {
  readonly client: Pick<RequestClient, 'post'>
  readonly random: Random
  readonly pending: PendingSubmissions
  /**
   * Error codes with which the gateway also decides about an earlier attempt: it looks the key up
   * first.
   */
  readonly decided: readonly string[]
}

/** Creates the submitter of one form. */
export function createSubmitter<Terms extends object>({
  client,
  random,
  pending,
  decided,
}: SubmitterOptions): Submitter<Terms> {
  /** The key that the user was informed about: its repetition is not executed twice. */
  let acknowledged: string | undefined
  return {
    findInDoubt(terms) {
      const before = pending.find(terms)
      return before?.clientOid === acknowledged ? undefined : before
    },
    async submit<Response>(terms: Terms, { path, forceNew = false, proof }: SubmitOptions) {
      const before = forceNew ? undefined : pending.find(terms)
      const clientOid = before?.clientOid ?? newClientOid(random)
      if (before) pending.touch(clientOid)
      else pending.add(terms, clientOid)
      acknowledged = undefined
      try {
        const response = await client.post<Response>(path, {
          data: { ...terms, ...proof, clientOid },
          idempotencyField: 'clientOid',
          retries: 1,
          silent: true,
        })
        pending.remove(clientOid)
        return { status: 'accepted', response, isRepeated: before !== undefined }
      } catch (error) {
        const isDecided = decided.includes(failureOf(error).code ?? '')
        // An early refusal of a repetition says nothing about the first attempt; the request client
        // also repeats on its own.
        const isUnknown =
          isOutcomeUnknown(error) || (!isDecided && isRequestError(error) && error.attempts > 1)
        if (isUnknown) {
          acknowledged = clientOid
          pending.touch(clientOid)
        } else if (!before || isDecided) pending.remove(clientOid)
        return { status: 'failed', error, isUnknown, clientOid }
      }
    },
    settle: pending.remove,
  }
}

/** `createSubmitter` with the client of the app, as a thunk for screens. */
export const newSubmitter =
  <Terms extends object>(options: Pick<SubmitterOptions, 'pending' | 'decided'>) =>
  (
    _dispatch: unknown,
    _getState: unknown,
    { client, random }: Pick<SubmitterOptions, 'client' | 'random'>,
  ): Submitter<Terms> =>
    createSubmitter<Terms>({ ...options, client, random })

/** A random `clientOid`: 96 bits in hexadecimal after a `w`. */
const newClientOid = (random: Random): string => `w${randomHex(random, 12)}`
