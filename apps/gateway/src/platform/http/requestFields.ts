import { parseDecimal } from '@x/decimal'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { GatewayError } from '../../platform/http/route.ts'

const CLIENT_OID = /^[A-Za-z0-9_-]{1,64}$/
/** Longer than any price or size can be. */
const MAX_AMOUNT_LENGTH = 40

/** @throws GatewayError 40010 */
export function readClientOid(body: Readonly<Record<string, unknown>>): string | undefined {
  const clientOid = readText(body, 'clientOid')
  if (clientOid !== undefined && !CLIENT_OID.test(clientOid))
    throw malformedParameter(
      'clientOid',
      'clientOid must be 1 to 64 letters, digits, hyphens or underscores',
    )
  return clientOid
}

/** Absent, null and empty are the same: not given. @throws GatewayError 40010 */
export function readText(
  body: Readonly<Record<string, unknown>>,
  field: string,
): string | undefined {
  const value = body[field]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw malformedParameter(field, `${field} must be text`)
  return value
}

/** A decimal number, or not given. @throws GatewayError 40010 */
export function readAmount(
  body: Readonly<Record<string, unknown>>,
  field: string,
): string | undefined {
  const value = readText(body, field)
  if (value !== undefined && (value.length > MAX_AMOUNT_LENGTH || parseDecimal(value) === null))
    throw malformedParameter(field, `${field} must be a decimal number as text`)
  return value
}

/** One of the choices, or not given. @throws GatewayError 40010 */
export function readChoice<T extends string>(
  body: Readonly<Record<string, unknown>>,
  { field, choices }: { readonly field: string; readonly choices: readonly T[] },
): T | undefined {
  const value = readText(body, field)
  if (value === undefined) return undefined
  const found = choices.find((choice) => choice === value)
  if (!found) throw malformedParameter(field, `${field} must be one of ${choices.join(', ')}`)
  return found
}

/** @throws GatewayError 40401 */
export function unknownSymbol(symbol: string): GatewayError {
  return new GatewayError('40401', 'The symbol is unknown', { data: { symbol } })
}
