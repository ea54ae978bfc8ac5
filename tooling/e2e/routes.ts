import { routePatterns } from '../../apps/web/build/routePatterns.ts'

/** Core pages for guests, by path without the language: visited in several views. */
export const GUEST_PATHS: readonly string[] = [
  '',
  '/login',
  '/register',
  '/spot/BTCUSDT',
  '/nowhere',
]
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
const VALUES: Readonly<Record<string, string>> = { symbol: 'BTCUSDT', provider: 'google' }

function pathOf(pattern: string): string {
  if (pattern === '/') return ''
  if (pattern === '/futures/coin/:symbol') return '/futures/coin/BTCUSD'
  return pattern.replace(/:(\w+)/g, (_whole, name: string) => VALUES[name] ?? '1')
}

/** Every page that is no core page, with its parameters filled in. */
export const OTHER_PATHS: readonly string[] = routePatterns()
  .map(pathOf)
  .filter((path) => !GUEST_PATHS.includes(path) && !USER_PATHS.includes(path))

/** The pages of spec section 2, each with a title of its own. */
export const TITLED_PATHS: readonly string[] = [
  '/fee',
  '/vip/detail',
  '/vip/vipIntroduce',
  '/account/setting',
  '/account/newapi',
  '/account/sub-account',
  '/spot/BTCUSDT',
  '/futures/usdt/BTCUSDT',
  '/transac',
  '/order/marginOrderInfo',
  '/order/mcp',
  '/asset',
  '/asset/spot',
  '/asset/margin',
  '/asset/futures',
  '/record/exchange',
  '/record/margin',
  '/record/mcp',
  '/subaccount/setting',
  '/subaccount/setting/antiphishing',
  '/subaccount/setting/devices',
  '/subaccount/setting/history',
  '/modifyverification',
  '/download',
  '/proof-of-reserves',
  '/protection-fund',
  '/trade-spot',
  '/trade-margin',
  '/trade-swap',
  '/trade-info',
  '/trade-asset-order',
  '/trade-asset',
]
