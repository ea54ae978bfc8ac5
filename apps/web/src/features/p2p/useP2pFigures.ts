import { useNumbers } from '@x/locale/react'
import type { P2pOrderStatus } from '@x/api'
import type { P2pAdvert } from '../../data/p2p/orders.ts'

/** Coins and fiat as P2P trading shows them. */
export function useP2pFigures() {
  const numbers = useNumbers('trading')
  const prose = useNumbers()
  const plain = (amount: string) => numbers.number(amount, { digits: 2 })
  return {
    /** From the smallest order to the largest one. */
    limits: ({ minimum, maximum, fiat }: Pick<P2pAdvert, 'minimum' | 'maximum' | 'fiat'>) =>
      `${plain(minimum)}–${plain(maximum)} ${fiat}`,
    coins: (amount: string, asset: string) =>
      `${numbers.number(amount, { digits: 8, trim: true })} ${asset}`,
    fiat: (amount: string, fiat: string) => `${plain(amount)} ${fiat}`,
    price: (price: string, fiat: string) =>
      `${numbers.number(price, { digits: 8, trim: true })} ${fiat}`,
    /** Of a sentence. */
    percent: (percent: string) => prose.percent(percent, { unit: 'percent', trim: true }),
  }
}

/** `14:59` until a moment; nothing is shown below zero. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  return [Math.floor(seconds / 60), seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

type P2pStatusText =
  | `p2p.${'awaitingPayment' | 'paid' | 'appealed' | 'released' | 'refunded'}`
  | `orders.status.${'expired' | 'cancelled'}`

export const STATUS_TEXTS: Readonly<Record<P2pOrderStatus, P2pStatusText>> = {
  awaitingPayment: 'p2p.awaitingPayment',
  paid: 'p2p.paid',
  appealed: 'p2p.appealed',
  expired: 'orders.status.expired',
  cancelled: 'orders.status.cancelled',
  released: 'p2p.released',
  refunded: 'p2p.refunded',
}
