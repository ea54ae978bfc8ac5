/** Texts for failed requests, with the names of the spec's catalogue (section 8). */
export interface RequestTexts {
  /** Title of a dialog with one of the other texts. */
  readonly tip: string
  readonly timeout: string
  readonly expired: string
  readonly loginvalid: string
  readonly unknow: string
  readonly notfound: string
  readonly forbidden: string
}

/** Default texts for languages without their own (spec section 8). */
export const englishTexts: RequestTexts = {
  tip: 'Tip',
  timeout: 'Request timed out!',
  expired: 'Login expired, please log in again',
  loginvalid: 'Please login to visit',
  unknow: 'The system is busy',
  notfound: 'Request error',
  forbidden: 'Request is forbidden',
}
