/**
 * The server's codes for what can be wrong with an order (wire 10). One table, read by the app and
 * by the gateway.
 */
export const ORDER_REFUSAL_CODES = {
  parameter: '40010',
  balance: '40201',
  tick: '40202',
  step: '40203',
  minimum: '40204',
  protection: '40205',
  'would-cross': '40206',
  'not-fillable': '40207',
  direction: '40208',
} as const

/** Why the server rejects an order. */
export type OrderRefusal = keyof typeof ORDER_REFUSAL_CODES
/** The server's code of a rejection. */
export type OrderRefusalCode = (typeof ORDER_REFUSAL_CODES)[OrderRefusal]

/** The refusal behind a server's code, `undefined` for a code that is not about orders. */
export function orderRefusalOf(code: string): OrderRefusal | undefined {
  return (Object.keys(ORDER_REFUSAL_CODES) as OrderRefusal[]).find(
    (refusal) => ORDER_REFUSAL_CODES[refusal] === code,
  )
}
