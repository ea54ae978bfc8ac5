import { CONTRACTS } from './contracts.ts'
import { SPOT_SYMBOLS } from './symbols.ts'

const CONTRACT_PAGE = /^\/futures\/(usdt|coin)\//

/**
 * Whether the page of a route, such as `/spot/:symbol`, has a pair or a contract of a name, in
 * whatever case.
 */
export function isListed(route: string, name: string): boolean {
  const symbol = name.toUpperCase()
  const product = CONTRACT_PAGE.exec(route)?.[1]
  if (product !== undefined) return CONTRACTS.some(({ id }) => id === `${product}/${symbol}`)
  const listed = route.startsWith('/trade-swap/') ? CONTRACTS : SPOT_SYMBOLS
  return listed.some((each) => each.symbol === symbol)
}
