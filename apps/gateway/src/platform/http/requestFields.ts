import { parseDecimal } from '@x/decimal'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { GatewayError } from '../../platform/http/route.ts'

const CLIENT_OID = /^[A-Za-z0-9_-]{1,64}$/
/** Longer than any price or size can be. */
const MAX_AMOUNT_LENGTH = 40

/** A parameter as given; absent, null and empty are the same: not given. */
export function given<T>(value: T): Exclude<T, '' | null> | undefined {
  return value === null || value === '' ? undefined : (value as Exclude<T, '' | null>)
}

/** @throws GatewayError 40010 */
export function readClientOid(fields: { readonly clientOid?: string | null }): string | undefined {
  const clientOid = given(fields.clientOid)
  if (clientOid !== undefined && !CLIENT_OID.test(clientOid))
    throw malformedParameter(
      'clientOid',
      'clientOid must be 1 to 64 letters, digits, hyphens or underscores',
    )
  return clientOid
}

/** A decimal number, or not given. @throws GatewayError 40010 */
export function readAmount<Field extends string>(
  fields: { readonly [Name in Field]?: string | null },
  field: Field,
): string | undefined {
  const value = given<string | null | undefined>(fields[field])
  if (value !== undefined && (value.length > MAX_AMOUNT_LENGTH || parseDecimal(value) === null))
    throw malformedParameter(field, `${field} must be a decimal number as text`)
  return value
}

/** The value of a field that is needed. @throws GatewayError 40010 */
export function required<T>(value: T | undefined, field: string): T {
  if (value === undefined) throw malformedParameter(field, `${field} is missing`)
  return value
}

/** @throws GatewayError 40401 */
export function unknownSymbol(symbol: string): GatewayError {
  return new GatewayError('40401', 'The symbol is unknown', { data: { symbol } })
}
