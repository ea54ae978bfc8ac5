import { routePatterns } from '../../apps/web/build/routePatterns.ts'

/** No page has this address. */
export const NOWHERE = '/nowhere'

/** Core pages for guests, by path without the language: visited in several views. */
export const GUEST_PATHS: readonly string[] = ['', '/login', '/register', '/spot/BTCUSDT', NOWHERE]
/** Core pages for logged-in users. */
export const USER_PATHS: readonly string[] = [
  '/spot/BTCUSDT',
  '/asset',
  '/record/exchange',
  '/account/setting',
  '/account/sub-account',
  '/account/setting/qr',
  '/asset/transfer',
]

/** Values of the parameters of a pattern. */
const VALUES: Readonly<Record<string, string>> = {
  symbol: 'BTCUSDT',
  provider: 'google',
  code: 'ABCDEFGHJK',
  noticeId: 'demonstration',
}

function pathOf(pattern: string): string {
  if (pattern === '/') return ''
  if (pattern === '/futures/coin/:symbol') return '/futures/coin/BTCUSD'
  return pattern.replace(/:(\w+)/g, (_whole, name: string) => VALUES[name] ?? '1')
}

/** Every page that is no core page, with its parameters filled in. */
export const OTHER_PATHS: readonly string[] = routePatterns()
  .map(pathOf)
  .filter((path) => !GUEST_PATHS.includes(path) && !USER_PATHS.includes(path))
