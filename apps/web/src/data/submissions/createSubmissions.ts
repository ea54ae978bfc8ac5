import type { Random } from '@x/kit'
import { isRequestError } from '@x/request'
import { failureOf } from '../../lib/errors/serverText.ts'
import type { PendingSubmissions, PendingSubmission } from './createUnanswered.ts'
import { isOutcomeUnknown } from './isFateUnknown.ts'

export type Submitted<Answer> =
  | {
      readonly status: 'answered'
      readonly answer: Answer
      /** It was sent before, without an answer: the answer is to both. */
      readonly isRepeated: boolean
    }
  | {
      readonly status: 'failed'
      readonly error: unknown
      /** It may have arrived: a repetition keeps its key. */
      readonly isUnknown: boolean
      readonly clientOid: string
    }

interface SubmitOptions<Terms, Answer> {
  readonly send: (keyed: Terms & { readonly clientOid: string }) => Promise<Answer>
  /** It is not the same once more that had no answer, but another. */
  readonly forceNew?: boolean
}

/**
 * What must not happen twice, as one form sends it: each under a key of its own (wire protocol,
 * section 10).
 */
export interface Submitter<Terms extends object> {
  /**
   * The same, sent before without an answer, of which this form has not said that it may be sent
   * again.
   */
  findInDoubt(terms: Terms): PendingSubmission | undefined
  /** What had no answer goes out again under its key, unless this is said to be another. */
  submit<Answer>(terms: Terms, options: SubmitOptions<Terms, Answer>): Promise<Submitted<Answer>>
  /** Its fate is known from elsewhere. */
  settle(clientOid: string): void
}

export interface SubmitterOptions {
  readonly random: Random
  /** Those of the user on screen and their funds. */
  readonly unanswered: PendingSubmissions
  /**
   * Codes of refusals that say of a repetition that the first attempt did not arrive: the gateway
   * would have known its key before.
   */
  readonly decided: readonly string[]
}

export function createSubmitter<Terms extends object>({
  random,
  unanswered,
  decided,
}: SubmitterOptions): Submitter<Terms> {
  /** The key of what this form says that it will not happen twice. */
  let promised: string | undefined
  return {
    findInDoubt(terms) {
      const before = unanswered.find(terms)
      return before?.clientOid === promised ? undefined : before
    },
    async submit(terms, { send, forceNew = false }) {
      const before = forceNew ? undefined : unanswered.find(terms)
      const clientOid = before?.clientOid ?? freshKey(random)
      if (before) unanswered.touch(clientOid)
      else unanswered.add(terms, clientOid)
      promised = undefined
      try {
        const answer = await send({ ...terms, clientOid })
        unanswered.remove(clientOid)
        return { status: 'answered', answer, isRepeated: before !== undefined }
      } catch (error) {
        const isDecided = decided.includes(failureOf(error).code ?? '')
        // Refused before anybody looked at it, a repetition says nothing of the first attempt; the
        // request layer repeats by itself too.
        const isUnknown =
          isOutcomeUnknown(error) || (!isDecided && isRequestError(error) && error.attempts > 1)
        if (isUnknown) {
          promised = clientOid
          unanswered.touch(clientOid)
        } else if (!before || isDecided) unanswered.remove(clientOid)
        return { status: 'failed', error, isUnknown, clientOid }
      }
    },
    settle: unanswered.remove,
  }
}

/** A `clientOid` that nobody has used. */
const freshKey = (random: Random): string =>
  `w${Array.from(random.bytes(12), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
