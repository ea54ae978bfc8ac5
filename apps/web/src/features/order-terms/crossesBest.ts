import { compare, parseDecimal } from '@x/decimal'
import type { Side } from '../../data/spot/model.ts'

/**
 * Whether a limit reaches the best price of the other side: it trades at once, and is refused where
 * it must not.
 */
export function crossesBest(
  { side, price }: { readonly side: Side; readonly price: string | null },
  { bestBid, bestAsk }: { readonly bestBid: string | null; readonly bestAsk: string | null },
): boolean {
  const [limit, best] = [price, side === 'buy' ? bestAsk : bestBid].map((text) =>
    parseDecimal(text ?? ''),
  )
  if (!limit || !best) return false
  const order = compare(limit, best)
  return side === 'buy' ? order >= 0 : order <= 0
}
