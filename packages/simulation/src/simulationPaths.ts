/** One entry of the list: an exact path or a plain prefix. */
export interface SimulationPath {
  readonly path: string
  readonly match: 'exact' | 'prefix'
}

/** The paths that remain available in simulation mode (spec section 2, in its order). */
export const SIMULATION_PATHS: readonly SimulationPath[] = [
  { path: '/fee', match: 'exact' },
  { path: '/vip/detail', match: 'exact' },
  { path: '/vip/vipIntroduce', match: 'exact' },
  { path: '/account/setting', match: 'prefix' },
  { path: '/account/newapi', match: 'prefix' },
  { path: '/account/sub-account', match: 'prefix' },
  { path: '/spot/', match: 'prefix' },
  { path: '/futures/', match: 'prefix' },
  { path: '/transac', match: 'prefix' },
  { path: '/order/marginOrderInfo', match: 'prefix' },
  { path: '/order/mcp', match: 'prefix' },
  { path: '/asset', match: 'exact' },
  { path: '/asset/spot', match: 'exact' },
  { path: '/asset/margin', match: 'exact' },
  { path: '/asset/futures', match: 'exact' },
  { path: '/record/exchange', match: 'prefix' },
  { path: '/record/margin', match: 'prefix' },
  { path: '/record/mcp', match: 'prefix' },
  { path: '/subaccount/setting', match: 'exact' },
  { path: '/subaccount/setting/antiphishing', match: 'prefix' },
  { path: '/subaccount/setting/devices', match: 'prefix' },
  { path: '/subaccount/setting/history', match: 'prefix' },
  { path: '/subaccount/setting/api', match: 'prefix' },
  { path: '/modifyverification', match: 'exact' },
  { path: '/download', match: 'exact' },
  { path: '/proof-of-reserves', match: 'exact' },
  { path: '/protection-fund', match: 'exact' },
  { path: '/trade-spot', match: 'prefix' },
  { path: '/trade-margin', match: 'prefix' },
  { path: '/trade-swap', match: 'prefix' },
  { path: '/trade-info', match: 'prefix' },
  { path: '/trade-asset-order', match: 'prefix' },
  { path: '/trade-asset', match: 'prefix' },
]

/** Default landing page (spec section 2). */
export const SIMULATION_LANDING = '/spot/BTCUSDT'

/**
 * Whether a path without its locale segment stays available. Prefixes are plain strings (`/transac`
 * covers `/transaction`), case counts, a query or hash does not. `paths`: default
 * {@link SIMULATION_PATHS}.
 */
export function isSimulationPath(
  path: string,
  paths: readonly SimulationPath[] = SIMULATION_PATHS,
): boolean {
  const pathname = pathnameOf(path)
  return paths.some((entry) =>
    entry.match === 'exact' ? pathname === entry.path : pathname.startsWith(entry.path),
  )
}

export function pathnameOf(path: string): string {
  return path.replace(/[?#].*$/s, '')
}
