import { useLocation } from 'react-router'
import { Redirect } from '../../lib/router/Redirect.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

/** `usdt/BTCUSDT`: what storage holds may be from another version. */
const CONTRACT = /^(?:usdt|coin)\/\w+$/

/** `/futures`, `/futures/usdt` and `/futures/coin`: leads to the contract that was chosen last. */
export function FuturesEntry() {
  const { storage } = useServices()
  const to = useLocalePath()
  const { pathname, search } = useLocation()
  const wanted = /\/futures\/coin\/?$/.test(pathname) ? 'coin/BTCUSD' : 'usdt/BTCUSDT'
  const product = /\/futures\/(usdt|coin)\/?$/.exec(pathname)?.[1]
  const kept = storage.get(STORAGE_KEYS.selectedContract) ?? ''
  const isKept = CONTRACT.test(kept) && (product === undefined || kept.startsWith(product))
  return <Redirect to={to(`/futures/${isKept ? kept : wanted}`) + search} />
}
