/** Texts for failed requests (spec section 8). */
export interface RequestTexts {
  /** Title of a dialog with one of the other texts. */
  readonly tip: string
  readonly timeout: string
  readonly expired: string
  readonly loginRequired: string
  readonly systemBusy: string
  readonly notFound: string
  readonly forbidden: string
}

/** Default texts for languages without their own (spec section 8). */
export const englishTexts: RequestTexts = {
  tip: 'Tip',
  timeout: 'Request timed out!',
  expired: 'Login expired, please log in again',
  loginRequired: 'Please login to visit',
  systemBusy: 'The system is busy',
  notFound: 'Request error',
  forbidden: 'Request is forbidden',
}
