/** The preferences in browser storage with their defaults (spec section 3). */
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

/** The preferences in cookies with their defaults; `language` has none (spec section 3). */
export const COOKIE_DEFAULTS = {
  unit: 'USD',
  'show-asset': true,
  theme: 'black',
  layout: 'right',
  'valuation-unit': 1,
  'login-flag': false,
} as const

/** How long a preference lives in cookies, in days (spec section 9). */
export const COOKIE_DAYS = 365
