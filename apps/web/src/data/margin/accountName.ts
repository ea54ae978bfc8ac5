import { useMarginMessages } from '../../lib/messages/messages.ts'
import { usePairName } from '../symbols/usePairName.ts'

/** How a margin account is called; `null`: cross. */
export function useAccountName(): (symbol: string | null) => string {
  const t = useMarginMessages()
  const pairName = usePairName()
  return (symbol) =>
    symbol === null
      ? t('margin.crossAccount')
      : t('margin.isolatedAccount', { pair: pairName(symbol) })
}
