import type { OutgoingRequest } from '../engine/Engine.ts'
import { GatewaySignError, isGatewaySignError } from '../GatewaySignError.ts'
import { fieldsOf, likeBody } from './bodyFields.ts'
import { holdsOne } from './hidesNothing.ts'

export interface LoginSealOptions {
  /** The fields that must not be read on the way. */
  readonly names: readonly string[]
  /** The same object when it has nothing to hide or prove; rejects where it cannot encrypt. */
  readonly encrypt: (fields: Record<string, unknown>) => Promise<Record<string, unknown>>
  /** What happens to a request that would go in clear. */
  readonly leaveInClear: (cause: unknown) => unknown
}

/** The body of a request to an encrypted endpoint as it may be sent (docs/adr/signing.md). */
export async function sealLogin(
  { path, body, query = {} }: OutgoingRequest,
  { names, encrypt, leaveInClear }: LoginSealOptions,
): Promise<unknown> {
  const inQuery = holdsOne(query, names)
  if (body === undefined && !inQuery) return body
  const fields = fieldsOf(body)
  if (inQuery || !fields) {
    const message = inQuery
      ? 'Sensitive fields stand in the query, where nothing is encrypted.'
      : 'Only an object or a form without files has fields that can be encrypted.'
    return leaveInClear(new GatewaySignError('UNSEALABLE_FIELDS', message, { detail: { path } }))
  }
  try {
    const sealed = await encrypt(fields)
    return sealed === fields ? body : likeBody(body, sealed)
  } catch (cause) {
    if (isGatewaySignError(cause, 'INVALID_STAMP')) throw cause
    // What hides nothing goes as it is: all that it lacks is the proof of a key.
    return holdsOne(fields, names) ? leaveInClear(cause) : body
  }
}
