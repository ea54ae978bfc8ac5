import { VisuallyHidden } from '@x/ui/visually-hidden'

export function Side({ side }: { readonly side: 'buy' | 'sell' }) {
  return (
    <td>
      <span aria-hidden="true">{side === 'buy' ? '▲' : '▼'}</span>
      <VisuallyHidden>{side === 'buy' ? 'Buy' : 'Sell'}</VisuallyHidden>
    </td>
  )
}
