import { compare, decimal } from '@x/decimal'
import type { BookView } from '@x/market'
import { useNumbers } from '@x/locale/react'
import type { AlgoTerms } from '../../../data/algos/api.ts'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { PageTexts } from '../../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../../lib/messages/messages.ts'
import type { PageServices } from '../../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import { decimalsOfStep } from '../../order-book/index.ts'
import { readConfirmLevel } from '../confirmLevel.ts'
import {
  hasWorsened,
  type LimitTerms,
  mustAsk,
  orderRisks,
  type OrderRisks,
  OrderWarnings,
} from '../../order-terms/index.ts'
import styles from './algo.module.css'

/** The limit that may trade at once; the slices of a TWAP trade at the market anyway. */
export function boldestLimit(terms: AlgoTerms): LimitTerms | undefined {
  const { algoType, side, size, price, lastPrice } = terms
  if (algoType === 'twap' || !price) return undefined
  if (!lastPrice) return { side, size, price }
  const isLastHigher = compare(decimal(lastPrice), decimal(price)) > 0
  return { side, size, price: isLastHigher === (side === 'buy') ? lastPrice : price }
}

export interface AlgoQuestion {
  readonly spec: SpotSymbol
  readonly terms: AlgoTerms
  /** How many orders of which size, in words. */
  readonly parts: string
  readonly confirmText: string
  /** As it is on screen. */
  readonly book: () => BookView | undefined
}

/**
 * Says what an algo order will do before it starts, as a plain order does: unless the user has
 * switched questions off, and always while the book is stale or a limit lies far beyond the market.
 */
export async function confirmAlgo(
  { dialogs, storage }: Pick<PageServices, 'dialogs' | 'storage'>,
  { spec, terms, parts, confirmText, book }: AlgoQuestion,
): Promise<boolean> {
  const limit = boldestLimit(terms)
  const risksNow = () => orderRisks({ spec, book: book(), limit })
  let risks = risksNow()
  const isSilent = readConfirmLevel(storage.get(STORAGE_KEYS.confirmOrders)) === 'none'
  if (isSilent && !mustAsk(risks)) return true
  for (;;) {
    const props = { spec, terms, parts, risks, limit: limit?.price }
    const { action } = await dialogs.confirm({
      title: confirmText,
      message: (
        <PageTexts>
          <AlgoSummary {...props} />
        </PageTexts>
      ),
      confirmText,
      variant: terms.side,
      initialFocus: mustAsk(risks) ? 'cancel' : 'confirm',
    })
    if (action !== 'confirm') return false
    const now = risksNow()
    if (!hasWorsened(now, { asked: risks })) return true
    risks = now
  }
}

interface AlgoSummaryProps extends Pick<AlgoQuestion, 'spec' | 'terms' | 'parts'> {
  readonly risks: OrderRisks
  readonly limit: string | undefined
}

function AlgoSummary({ spec, terms, parts, risks, limit }: AlgoSummaryProps) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const { side, size, price, lastPrice } = terms
  const priceText = (value: string) =>
    `${numbers.number(value, { digits: spec.pricePlace, purpose: 'price' })} ${spec.quote}`
  const prices = [price, lastPrice].flatMap((value) => (value ? [priceText(value)] : []))
  return (
    <div className={styles['summary']}>
      <OrderWarnings spec={spec} risks={risks} limit={limit} />
      <p className={styles['terms']}>
        <b className={styles['side']} data-side={side}>
          {t(`spot.${side}`)}
        </b>{' '}
        <bdi>
          {numbers.number(size, { digits: decimalsOfStep(size) })} {spec.base}
        </bdi>
        {prices.length === 0 ? null : <bdi> · {prices.join(' – ')}</bdi>}
      </p>
      <p className={styles['note']}>{parts}</p>
    </div>
  )
}
