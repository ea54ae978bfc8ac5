import { isSameRequest, type Keys, type KeyUse } from '../../../exchange/state/keys.ts'
import { GatewayError } from '../../../platform/http/route.ts'

export interface IdempotencyOptions<Answer> {
  readonly keys: Pick<Keys, 'get' | 'has' | 'past'>
  /** What a key names, for the refusal: `order`. */
  readonly what: string
  /** The answer to the first request, from its use in memory. */
  readonly answerOf: (use: KeyUse) => Answer | undefined
}

/** What came of preparing: an answer that was found, or the command that is still to be run. */
export type Prepared<Answer> = { readonly answer: Answer } | { readonly run: () => Answer }

/** A request and the key under which it may be sent again. */
export interface KeyedRequest {
  readonly key: string
  /** Two requests are the same when their digests are. */
  readonly digest: string
}

/** Answers a request that is sent again like the first time, for as long as its key is known. */
export interface Idempotency<Answer> {
  /**
   * `prepare` may wait, and looks in the ledger for a request of which only a hash is left. `run`
   * does not wait: of two copies the second one finds what the first one left.
   * @throws GatewayError 40902 when the key was used for another request
   */
  answerOnce(request: KeyedRequest, prepare: () => Promise<Prepared<Answer>>): Promise<Answer>
  /** Whether the key was used for this request. @throws GatewayError 40902 for another one */
  isUsed(request: KeyedRequest): boolean
}

export function createIdempotency<Answer>({
  keys,
  what,
  answerOf,
}: IdempotencyOptions<Answer>): Idempotency<Answer> {
  function remembered({ key, digest }: KeyedRequest): Answer | undefined {
    const use = keys.get(key)
    if (!use) return undefined
    if (use.digest !== digest) throw usedForAnother(what)
    return answerOf(use)
  }

  return {
    async answerOnce(request, prepare) {
      // What memory answers needs nothing that may be away.
      const known = remembered(request)
      if (known !== undefined) return known
      const prepared = await prepare()
      if ('answer' in prepared) return prepared.answer
      return remembered(request) ?? prepared.run()
    },
    isUsed(request) {
      if (!keys.has(request.key)) return false
      if (!isSameRequest(keys, request)) throw usedForAnother(what)
      return true
    },
  }
}

export const usedForAnother = (what: string): GatewayError =>
  new GatewayError('40902', `This clientOid was used for another ${what}`, {
    data: { field: 'clientOid' },
  })
