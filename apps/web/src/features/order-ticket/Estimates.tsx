import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages.ts'
import { feeDigits, QUOTE_DIGITS, type SpotSymbol } from '../../data/spot/model.ts'
import { EstimateLine } from './EstimateLine.tsx'
import styles from './orderTicket.module.css'
import type { OrderDraft } from './orderDraft.ts'
import type { OrderFigures } from './orderFigures.ts'

/** Impact above which it is marked, in percent. */
const NOTABLE_IMPACT = 0.5

/**
 * What the order would cost and bring. The lines are always there, so that nothing below them
 * moves.
 */
export function Estimates({
  spec,
  draft,
  figures: { fee, fill },
  children,
}: {
  spec: SpotSymbol
  draft: OrderDraft
  figures: OrderFigures
  children?: ReactNode
}) {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const isBuy = draft.side === 'buy'
  const feeAsset = isBuy ? spec.base : spec.quote
  const received = isBuy
    ? { amount: fill?.filledBase, unit: spec.base, digits: spec.quantityPlace }
    : { amount: fill?.filledQuote, unit: spec.quote, digits: QUOTE_DIGITS }
  return (
    <dl className={styles['estimates']}>
      {draft.type === 'market' ? (
        <>
          <EstimateLine name={t('spot.averagePrice')}>
            <NumberText unit={spec.quote}>
              {numbers.number(fill?.averagePrice, { digits: spec.pricePlace, purpose: 'price' })}
            </NumberText>
          </EstimateLine>
          <EstimateLine name={t('spot.impact')}>
            <NumberText
              tone={Number(fill?.impactPercent ?? 0) >= NOTABLE_IMPACT ? 'warning' : undefined}
            >
              {numbers.percent(fill?.impactPercent, { unit: 'percent' })}
            </NumberText>
          </EstimateLine>
          <EstimateLine name={t('spot.receive')}>
            <NumberText unit={received.unit}>
              {numbers.number(received.amount, { digits: received.digits })}
            </NumberText>
          </EstimateLine>
        </>
      ) : null}
      <EstimateLine
        name={fee?.rate ? `${t('spot.fee')} (${numbers.percent(fee.rate)})` : t('spot.fee')}
      >
        <NumberText full={fee?.amount} unit={feeAsset}>
          {numbers.number(fee?.amount, { digits: feeDigits(feeAsset, spec), purpose: 'fee' })}
        </NumberText>
      </EstimateLine>
      {children}
      {fill && !fill.complete ? <p className={styles['warning']}>{t('spot.bookTooThin')}</p> : null}
    </dl>
  )
}
