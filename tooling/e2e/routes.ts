/** Public pages, by path without the language. */
export const GUEST_PATHS: readonly string[] = [
  '',
  '/login',
  '/register',
  '/spot/BTCUSDT',
  '/nowhere',
]
/** Pages for logged-in users. */
export const USER_PATHS: readonly string[] = [
  '/spot/BTCUSDT',
  '/asset',
  '/record/exchange',
  '/account/setting',
  '/account/sub-account',
  '/account/setting/qr',
  '/asset/transfer',
]
