import type { Numbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import {
  QUOTE_DIGITS,
  type Side,
  sizeUnitOf,
  type SpotOrder,
  type SpotSymbol,
} from '../../data/spot/model.ts'
import { CopyMark } from './CopyMark.tsx'
import styles from './orders.module.css'

/** Colour and word, everywhere the same; `copy` where an order is of copy trading. */
export function SideCell({
  order: { side, copy },
}: {
  readonly order: { readonly side: Side; readonly copy?: SpotOrder['copy'] }
}) {
  const t = useMessages()
  return (
    <span className={styles['orderSide']} data-side={side}>
      {side === 'buy' ? t('spot.buy') : t('spot.sell')}
      {copy ? <CopyMark /> : null}
    </span>
  )
}

/** A coin's icon and the two coins of a pair; a contract has a name of its own. */
export function PairCell({
  symbol,
  spec,
}: {
  symbol: string
  spec: (SpotSymbol & { readonly name?: string }) | undefined
}) {
  if (!spec) return <bdi>{symbol}</bdi>
  return (
    <span className={styles['named']}>
      <CoinIcon asset={spec.base} size={16} />
      {spec.name === undefined ? (
        <bdi className={styles['pair']}>
          {spec.base}
          <span className={styles['quote']}>/{spec.quote}</span>
        </bdi>
      ) : (
        <bdi>{spec.name}</bdi>
      )}
    </span>
  )
}

export function TypeCell({ type }: { type: string }) {
  const t = useMessages()
  switch (type) {
    case 'limit':
    case 'market':
      return <>{t(`spot.${type}`)}</>
    case 'stop_limit':
    case 'stop_market':
    case 'oco':
    case 'trailing':
    case 'tp_sl':
      return <>{t(`spot.type.${type}`)}</>
    default:
      return <>{type}</>
  }
}

export function StatusCell({ status }: { status: string }) {
  const t = useMessages()
  switch (status) {
    case 'open':
    case 'waiting':
    case 'partially_filled':
    case 'filled':
    case 'cancelled':
    case 'rejected':
    case 'expired':
      return <>{t(`orders.status.${status}`)}</>
    default:
      return <>{status}</>
  }
}

export interface SizeCellProps {
  readonly order: SpotOrder
  readonly spec: SpotSymbol | undefined
  readonly numbers: Numbers
  readonly isBare?: boolean
}

/** The size in the unit in which it was ordered; `isBare`: the base's is not said. */
export function SizeCell({ order, spec, numbers, isBare = false }: SizeCellProps) {
  const isQuote = order.sizeUnit === 'quote'
  const digits = isQuote ? QUOTE_DIGITS : (spec?.quantityPlace ?? 8)
  return (
    <NumberText
      full={order.size}
      unit={isQuote ? spec?.quote : isBare ? undefined : spec && sizeUnitOf(spec)}
    >
      {numbers.number(order.size, { digits, purpose: 'size' })}
    </NumberText>
  )
}
