import { isUniqueViolation, type Sql } from '../../platform/db/Database.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { mobileAddress, readEmail, readMobile } from '../users/ports/users.ts'
import type { CodeTarget } from '../verification-codes/ports/VerificationCodes.ts'

/** An address that an account is to have. */
export type NewAddress =
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'mobile'; readonly areaCode: string; readonly mobile: string }

interface AddressFields {
  readonly email?: unknown
  readonly areaCode?: unknown
  readonly mobile?: unknown
}

/** @throws GatewayError 40010 */
export function readAddress({ email, areaCode, mobile }: AddressFields): NewAddress {
  if (email !== undefined) return { kind: 'email', email: readEmail(email) }
  if (mobile === undefined)
    throw malformedParameter('email', 'An e-mail address or a mobile number is missing')
  return { kind: 'mobile', ...readMobile(areaCode, mobile) }
}

/** Where the code that proves the address goes. */
export const targetOfAddress = (address: NewAddress): CodeTarget => ({
  scene: 'newAddress',
  channel: address.kind,
  to: address.kind === 'email' ? address.email : mobileAddress(address),
})

/**
 * Writes the address; run outside a transaction, which a refused statement would spoil.
 * @throws GatewayError 40010 for one that has an account
 */
export async function setAddress(
  sql: Sql,
  { userId, address }: { readonly userId: string; readonly address: NewAddress },
): Promise<void> {
  try {
    if (address.kind === 'email')
      await sql.query('update users set email = $2 where id = $1', [userId, address.email])
    else
      await sql.query('update users set area_code = $2, mobile = $3 where id = $1', [
        userId,
        address.areaCode,
        address.mobile,
      ])
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key'))
      throw invalidParameter('email', 'This e-mail address has an account already')
    if (isUniqueViolation(error, 'users_mobile_key'))
      throw invalidParameter('mobile', 'This mobile number has an account already')
    throw error
  }
}
