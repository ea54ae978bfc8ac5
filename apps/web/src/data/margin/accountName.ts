import type { SpotSymbol } from '../spot/model.ts'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { useSymbolIndex } from '../symbols/hooks.ts'

/** `BTC/USDT`; a pair that is not known stays as it is. */
const pairName = (
  symbol: string,
  specs: ReadonlyMap<string, Pick<SpotSymbol, 'base' | 'quote'>>,
): string => {
  const spec = specs.get(symbol)
  return spec ? `${spec.base}/${spec.quote}` : symbol
}

/** How a margin account is called; `null`: cross. */
export function useAccountName(): (symbol: string | null) => string {
  const t = useMarginMessages()
  const specs = useSymbolIndex()
  return (symbol) =>
    symbol === null
      ? t('margin.crossAccount')
      : t('margin.isolatedAccount', { pair: pairName(symbol, specs) })
}
