/** The pages that everybody sees, by their path without the language. */
export const GUEST_PATHS: readonly string[] = [
  '',
  '/login',
  '/register',
  '/spot/BTCUSDT',
  '/nowhere',
]
/** Those of who is logged in. */
export const USER_PATHS: readonly string[] = [
  '/spot/BTCUSDT',
  '/asset',
  '/record/exchange',
  '/account/setting',
  '/account/sub-account',
  '/account/setting/qr',
  '/asset/transfer',
]
