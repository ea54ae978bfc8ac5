import { useCallback } from 'react'
import { useSymbolIndex } from './hooks.ts'

/** `BTC/USDT` for `BTCUSDT`; a pair that is not known stays as it is. */
export function usePairName(): (symbol: string) => string {
  const specs = useSymbolIndex()
  return useCallback(
    (symbol) => {
      const spec = specs.get(symbol)
      return spec ? `${spec.base}/${spec.quote}` : symbol
    },
    [specs],
  )
}
