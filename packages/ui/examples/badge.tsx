import { Badge } from '@x/ui/badge'

export function Side({ side }: { readonly side: 'buy' | 'sell' }) {
  return <Badge tone={side === 'buy' ? 'up' : 'down'}>{side === 'buy' ? 'Buy' : 'Sell'}</Badge>
}
