/**
 * What the user reads when a request fails; the names are those of the spec's catalogue (section
 * 8).
 */
export interface RequestTexts {
  /** The title of a dialog that shows one of the others. */
  readonly tip: string
  readonly timeout: string
  readonly expired: string
  readonly loginvalid: string
  readonly unknow: string
  readonly notfound: string
  readonly forbidden: string
}

/** What is read where a language has no texts (spec section 8). */
export const englishTexts: RequestTexts = {
  tip: 'Tip',
  timeout: 'Request timed out!',
  expired: 'Login expired, please log in again',
  loginvalid: 'Please login to visit',
  unknow: 'The system is busy',
  notfound: 'Request error',
  forbidden: 'Request is forbidden',
}
