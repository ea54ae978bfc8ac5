import { useEffect, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'

export type TradingModule = typeof import('./tradingModule.ts')

export interface TradingModuleState {
  readonly trading: TradingModule | undefined
  /** It could not be fetched so far; the next attempt follows. */
  readonly isUnavailable: boolean
}

const RETRY_MS = 3000
const load = () => import('./tradingModule.ts')

/** The module that judges and sends orders; only signed-in users fetch it. */
export function useTradingModule({
  isNeeded,
  fetchModule = load,
}: {
  readonly isNeeded: boolean
  readonly fetchModule?: () => Promise<TradingModule>
}): TradingModuleState {
  const { clock } = useServices()
  const [trading, setTrading] = useState<TradingModule | undefined>(undefined)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (!isNeeded || trading) return
    let isGone = false
    const fetch = async () => {
      const fetched = await fetchModule().catch(() => undefined)
      if (isGone) return
      if (fetched) setTrading(fetched)
      else setFailures((count) => count + 1)
    }
    if (failures === 0) void fetch()
    // A finished draft gives the user nothing to change that would start another attempt.
    const timer = failures === 0 ? undefined : clock.after(RETRY_MS, () => void fetch())
    return () => {
      isGone = true
      timer?.cancel()
    }
  }, [isNeeded, trading, failures, clock, fetchModule])
  return { trading, isUnavailable: failures > 0 && !trading }
}
