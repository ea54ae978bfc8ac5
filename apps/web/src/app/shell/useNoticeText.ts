import { useNumbers } from '@x/locale/react'
import type { UserNotice } from '../../data/notices/userNotices.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'
import { ofPair } from '../../features/order-terms/index.ts'
import { useNoticeMessages } from '../../lib/messages/messages.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'

/** What a notice says in the user's language. */
export function useNoticeText(): (notice: UserNotice) => string {
  const t = useNoticeMessages()
  const numbers = useNumbers('trading')
  const specs = useSymbolIndex()
  const { text } = useUntrusted()
  return ({ kind, order, isNewDevice, title }) => {
    if (kind === 'announcement') return text(title ?? '')
    if (kind === 'login') return t(isNewDevice ? 'notice.loginNew' : 'notice.login')
    if (!order) return ''
    const { symbol, side, size, price } = order
    const spec = specs.get(symbol)
    const sizeText = numbers.number(size, { digits: spec?.quantityPlace ?? 8, purpose: 'size' })
    const amount = `${sizeText} ${spec?.base ?? symbol}`
    if (kind === 'triggered') {
      const way = t(side === 'buy' ? 'spot.buy' : 'spot.sell')
      return ofPair(t('notice.triggered', { side: way, amount }), spec)
    }
    const figure = numbers.number(price, { digits: spec?.pricePlace ?? 8, purpose: 'price' })
    const at = `${figure} ${spec?.quote ?? ''}`.trim()
    return ofPair(t(side === 'buy' ? 'orders.bought' : 'orders.sold', { amount, price: at }), spec)
  }
}
