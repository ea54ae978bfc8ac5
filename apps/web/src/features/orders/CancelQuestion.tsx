import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import {
  pairName,
  QUOTE_DIGITS,
  type Side,
  type SpotOrder,
  type SpotSymbol,
} from '../../data/spot/model.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { SideCell } from './cells.tsx'
import styles from './orders.module.css'
import { valueByQuote } from './orderWorth.ts'

/** Which orders are cancelled at once. */
export interface CancelScope {
  readonly which: { readonly symbol?: string; readonly side?: Side }
  /** Those that it is about now. */
  readonly orders: readonly SpotOrder[]
}

/** What would be cancelled: how many orders, of which pairs and side, and their value. */
export function CancelQuestion({
  orders,
  which,
  specs,
}: Partial<CancelScope> &
  Pick<CancelScope, 'orders'> & {
    /** The rules of the symbols: a question is asked outside of its panel. */
    readonly specs: ReadonlyMap<string, SpotSymbol>
  }) {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const pairs = [...new Set(orders.map(({ symbol }) => symbol))].map((symbol) => {
    const spec = specs.get(symbol)
    return spec ? pairName(spec) : symbol
  })
  const values = valueByQuote(orders, { specOf: (symbol) => specs.get(symbol) })
  return (
    <div className={styles['edit']}>
      <p className={styles['question']}>{t('orders.cancelAllText', { count: orders.length })}</p>
      <dl className={styles['facts']}>
        <div className={styles['fact']}>
          <dt>{t('orders.pair')}</dt>
          <dd>
            <bdi>{pairs.join(', ')}</bdi>
          </dd>
        </div>
        {which?.side ? (
          <div className={styles['fact']}>
            <dt>{t('orders.side')}</dt>
            <dd>
              <SideCell order={{ side: which.side }} />
            </dd>
          </div>
        ) : null}
        <div className={styles['fact']}>
          <dt>{t('orders.orderValue')}</dt>
          <dd>
            {[...values].map(([quote, value]) => (
              <div key={quote}>
                <NumberText full={value} unit={quote}>
                  {numbers.number(value, { digits: QUOTE_DIGITS })}
                </NumberText>
              </div>
            ))}
          </dd>
        </div>
      </dl>
    </div>
  )
}
