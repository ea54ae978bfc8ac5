/**
 * Every code of the envelope with its meaning (wire 10). `0` and `00000` are successes, all others
 * are refusals. HTTP status 200 unless `status` says otherwise.
 */
export const ERRORS = {
  '1': { meaning: 'The request failed on the way; the HTTP status says how.' },
  '401': { meaning: 'No session: log in.' },
  '20906': { meaning: 'The session has expired: log in again.' },
  '20205': { meaning: 'The session was ended, or the account logged in elsewhere.' },
  '00004': { meaning: 'The account is frozen.' },
  '00005': { meaning: 'The action needs a step-up verification first.' },
  '00006': { meaning: 'The service is paused.' },
  '00020': { meaning: 'A signature header is missing or malformed.' },
  '00021': { meaning: 'The sign mode or the digest of the signed string is wrong.' },
  '00022': { meaning: 'The time of the request is out of range, or its trace id was used before.' },
  '00023': { meaning: 'The key is unknown or the signature is wrong.' },
  '40010': { meaning: 'A parameter is missing or invalid; `data.field` names it.' },
  '40101': { meaning: 'The login name or the password is wrong.' },
  '40102': { meaning: 'The verification code or token is wrong or has expired.' },
  '40103': { meaning: 'A captcha is required or was not verified.' },
  '40201': { meaning: 'The balance is not sufficient.' },
  '40202': { meaning: 'The price is not a multiple of the tick size.' },
  '40203': { meaning: 'The size is not a multiple of the step size.' },
  '40204': { meaning: 'The order is below the minimum.' },
  '40205': { meaning: 'The price is outside the price protection.' },
  '40206': { meaning: 'A post-only order would trade at once.' },
  '40207': { meaning: 'A fill-or-kill order cannot be filled in full.' },
  '40208': { meaning: 'A trigger price is on the wrong side of the market.' },
  '40301': { meaning: 'The role, realm, key or device of the session may not do this.' },
  '40302': { meaning: 'A new session may not move funds yet; `data.retryAfter` in seconds.' },
  '40401': { meaning: 'The symbol, order or account is unknown.' },
  '40901': { meaning: 'The header `x-realm` differs from the realm of the session.' },
  '40902': { meaning: 'The client order id was used for another request.' },
  '42901': { meaning: 'Too many attempts; `data.retryAfter` in seconds.' },
  '42902': { meaning: 'Too many open orders.' },
} as const satisfies Readonly<Record<string, { readonly meaning: string }>>

/** A code that the envelope of a refusal carries. */
export type ErrorCode = keyof typeof ERRORS
