import type { MarketMode } from '../../data/spot/model.ts'
import type { Realm } from '../../data/store/userInfo.ts'

/**
 * `silent`: a recording of another pair is played, nothing moves here. `read-only`: real orders are
 * not taken, paper ones are.
 */
export type MarketStatus = 'open' | 'read-only' | 'silent'

export function marketStatus(
  mode: MarketMode | undefined,
  { symbol, realm }: { readonly symbol: string; readonly realm: Realm },
): MarketStatus {
  if (!mode) return 'open'
  if (mode.recordedSymbol !== null && mode.recordedSymbol !== symbol) return 'silent'
  return mode.liveTrading || realm === 'paper' ? 'open' : 'read-only'
}
