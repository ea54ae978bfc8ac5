import { useEffect, useEffectEvent } from 'react'
import { useAppServices } from '../services/appServices.ts'
import type { ConvertQuote } from './api.ts'

/** Calls once the quote's life is over by the server's clock; not after another one came. */
export function useQuoteLife(
  quote: Pick<ConvertQuote, 'expiresAt'> | undefined,
  onExpired: () => void,
): void {
  const { clock, serverClock } = useAppServices()
  const expire = useEffectEvent(onExpired)
  useEffect(() => {
    if (!quote) return undefined
    const timer = clock.after(Math.max(0, quote.expiresAt - serverClock.now()), () => expire())
    return () => timer.cancel()
  }, [quote, clock, serverClock])
}
