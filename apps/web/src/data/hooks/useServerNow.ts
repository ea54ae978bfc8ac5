import { useNow } from '../../lib/clock/useNow.ts'
import { useAppServices } from '../services/appServices.ts'

/** The server's time, ms since the epoch, updated every second: for what ends by its clock. */
export function useServerNow(): number {
  const { serverClock } = useAppServices()
  return useNow() + serverClock.offset()
}
