import type { OutgoingRequest } from '../engine/Engine.ts'
import { GatewaySignError, isGatewaySignError } from '../GatewaySignError.ts'
import { readBodyFields, writeBodyFields } from './readBodyFields.ts'
import { hasAnyField } from './hasNoSensitiveFields.ts'

export interface EncryptLoginOptions {
  /** The fields that must not be read on the way. */
  readonly names: readonly string[]
  /** The same object when it has nothing to hide or prove; rejects where it cannot encrypt. */
  readonly encrypt: (fields: Record<string, unknown>) => Promise<Record<string, unknown>>
  /** What happens to a request that would go in clear. */
  readonly leaveInClear: (cause: unknown) => unknown
}

/** The body of a request to an encrypted endpoint as it may be sent (docs/adr/signing.md). */
export async function encryptLoginRequest(
  { path, body, query = {} }: OutgoingRequest,
  { names, encrypt, leaveInClear }: EncryptLoginOptions,
): Promise<unknown> {
  const inQuery = hasAnyField(query, names)
  if (body === undefined && !inQuery) return body
  const fields = readBodyFields(body)
  if (inQuery || !fields) {
    const message = inQuery
      ? 'Sensitive fields stand in the query, where nothing is encrypted.'
      : 'Only an object or a form without files has fields that can be encrypted.'
    return leaveInClear(new GatewaySignError('UNENCRYPTABLE_FIELDS', message, { detail: { path } }))
  }
  try {
    const sealed = await encrypt(fields)
    return sealed === fields ? body : writeBodyFields(body, sealed)
  } catch (cause) {
    if (isGatewaySignError(cause, 'INVALID_STAMP')) throw cause
    // What hides nothing goes as it is: all that it lacks is the proof of a key.
    return hasAnyField(fields, names) ? leaveInClear(cause) : body
  }
}
