import { useNumbers } from '@x/locale/react'
import type { UserNotice } from '../../data/notices/userNotices.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'
import { ofPair } from '../../features/order-terms/index.ts'
import { useNoticeMessages } from '../../lib/messages/messages.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import { amountTextOf, plainTextOf, skipTextOf } from './noticeTexts.ts'

/** `BTC/USDT`; of a contract its name. */
function pairName(symbol: string, specs: ReturnType<typeof useSymbolIndex>): string {
  const spec = specs.get(symbol)
  return spec ? `${spec.base}/${spec.quote}` : symbol.slice(symbol.indexOf('/') + 1)
}

/** What a notice says in the user's language. */
export function useNoticeText(): (notice: UserNotice) => string {
  const t = useNoticeMessages()
  const numbers = useNumbers('trading')
  const specs = useSymbolIndex()
  const { text } = useUntrusted()
  const alertText = ({ subject }: UserNotice): string => {
    const { amount = null, state, symbol } = subject ?? {}
    const digits = amount?.split('.')[1]?.length ?? 0
    const price = numbers.number(amount, { digits, purpose: 'price' })
    const id = state === 'rise' ? 'notice.priceRose' : 'notice.priceFell'
    return t(id, { pair: pairName(symbol ?? '', specs), price })
  }
  const textOfSubject = (notice: UserNotice): string => {
    const { kind, subject } = notice
    if (kind === 'security') return t('notice.security')
    if (kind === 'priceAlert') return alertText(notice)
    if (kind === 'liquidation') return t('notice.liquidated')
    if (kind === 'marginCall') {
      const level = numbers.number(subject?.amount ?? null, { digits: 2 })
      return ofPair(t('notice.marginCall', { level }), specs.get(subject?.symbol ?? ''))
    }
    const skip = skipTextOf(notice)
    if (skip)
      return ofPair(t('notice.copySkipped', { reason: t(skip) }), specs.get(subject?.symbol ?? ''))
    const plain = plainTextOf(notice)
    if (plain) return t(plain)
    const id = amountTextOf(notice)
    if (!id || !subject) return ''
    const { amount, asset } = subject
    const digits = amount?.split('.')[1]?.length ?? 0
    const figure = numbers.number(amount, { digits, purpose: 'size' })
    return t(id, { amount: `${figure} ${asset ?? ''}` })
  }
  return (notice) => {
    const { kind, order, isNewDevice, title } = notice
    if (kind === 'announcement') return text(title ?? '')
    if (kind === 'login') return t(isNewDevice ? 'notice.loginNew' : 'notice.login')
    if (!order) return textOfSubject(notice)
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
    const trade = t(side === 'buy' ? 'orders.bought' : 'orders.sold', { amount, price: at })
    return ofPair(kind === 'copy' ? t('notice.copied', { trade }) : trade, spec)
  }
}
