import { useEffect, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'

export interface LoadedModule<Module> {
  readonly module: Module | undefined
  /** It could not be fetched so far; the next attempt follows. */
  readonly isUnavailable: boolean
}

const RETRY_MS = 3000

/** The module of a product that judges and sends orders; only signed-in users fetch it. */
export function useTradingModule<Module>({
  isNeeded,
  fetchModule,
}: {
  readonly isNeeded: boolean
  readonly fetchModule: () => Promise<Module>
}): LoadedModule<Module> {
  const { clock } = useServices()
  const [module, setModule] = useState<Module | undefined>(undefined)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (!isNeeded || module) return
    let isGone = false
    const fetch = async () => {
      const fetched = await fetchModule().catch(() => undefined)
      if (isGone) return
      if (fetched) setModule(() => fetched)
      else setFailures((count) => count + 1)
    }
    if (failures === 0) void fetch()
    // A finished draft gives the user nothing to change that would start another attempt.
    const timer = failures === 0 ? undefined : clock.after(RETRY_MS, () => void fetch())
    return () => {
      isGone = true
      timer?.cancel()
    }
  }, [isNeeded, module, failures, clock, fetchModule])
  return { module, isUnavailable: failures > 0 && !module }
}
