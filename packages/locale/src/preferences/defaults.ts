/** "Global preferences (browser storage) with defaults", spec section 3, verbatim. */
export const STORAGE_DEFAULTS = {
  locale: 'en',
  theme: 'dark',
  layout: 'right',
  unit: 'CNY',
  'show-asset': false,
  'valuation-unit': 1,
  'login-flag': false,
  direction: 'ltr',
  'terminal-code': '',
} as const

/** "Cookie preferences", spec section 3, verbatim; `language` has no default there. */
export const COOKIE_DEFAULTS = {
  unit: 'USD',
  'show-asset': true,
  theme: 'black',
  layout: 'right',
  'valuation-unit': 1,
  'login-flag': false,
} as const

/** Spec section 9: options of the cookie driver. */
export const COOKIE_DAYS = 365
