import { REFERRAL_FIELDS, type ReferralCodes, type ReferralRecord } from '@x/referral'

/**
 * The codes alone, under the names that a registration sends them by (wire protocol, section 10).
 */
export function codesOf(record: ReferralRecord | undefined): ReferralCodes {
  return Object.fromEntries(
    REFERRAL_FIELDS.flatMap((field) => (record?.[field] ? [[field, record[field]]] : [])),
  )
}
