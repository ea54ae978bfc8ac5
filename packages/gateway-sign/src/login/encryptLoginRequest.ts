import type { OutgoingRequest } from '../requests.ts'
import { GatewaySignError, isGatewaySignError } from '../GatewaySignError.ts'
import { readBodyFields, writeBodyFields } from './readBodyFields.ts'
import { hasAnyField } from './hasNoSensitiveFields.ts'

export interface EncryptLoginOptions {
  /** Names of the sensitive fields. */
  readonly names: readonly string[]
  /**
   * Returns the same object when there is nothing to encrypt or prove; rejects when encryption
   * fails.
   */
  readonly encrypt: (fields: Record<string, unknown>) => Promise<Record<string, unknown>>
  /** Decides about a request that would be sent in clear: returns its body or throws. */
  readonly applyFailurePolicy: (cause: unknown) => unknown
}

/** The body to send to an encrypted endpoint (docs/adr/signing.md). */
export async function encryptLoginRequest(
  { path, body, query = {} }: OutgoingRequest,
  { names, encrypt, applyFailurePolicy }: EncryptLoginOptions,
): Promise<unknown> {
  const inQuery = hasAnyField(query, names)
  if (body === undefined && !inQuery) return body
  const fields = readBodyFields(body)
  if (inQuery || !fields) {
    const message = inQuery
      ? 'The query contains sensitive fields and cannot be encrypted.'
      : 'Only an object or a form without files has fields that can be encrypted.'
    return applyFailurePolicy(
      new GatewaySignError('UNENCRYPTABLE_FIELDS', message, { detail: { path } }),
    )
  }
  try {
    const encrypted = await encrypt(fields)
    return encrypted === fields ? body : writeBodyFields(body, encrypted)
  } catch (cause) {
    if (isGatewaySignError(cause, 'INVALID_STAMP')) throw cause
    // Without sensitive fields the body is sent as it is; it only lacks the key proof.
    return hasAnyField(fields, names) ? applyFailurePolicy(cause) : body
  }
}
