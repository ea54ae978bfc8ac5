import { AmountField } from '@x/ui/amount-field'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Select } from '@x/ui/select'
import type { P2pConfig } from '../../data/p2p/adverts.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import own from './p2p.module.css'
import { usePaymentNames } from './usePaymentNames.ts'

/** What is looked for; the currency is remembered beside it. */
export interface Filters {
  readonly side: 'buy' | 'sell'
  readonly asset: string
  readonly paymentType: string | null
  readonly amount: string
}

const ALL = ''

export function MarketFilters({
  offer,
  fiat,
  filters,
  onFiat,
  onChange,
}: {
  readonly offer: P2pConfig
  readonly fiat: string
  readonly filters: Filters
  readonly onFiat: (fiat: string) => void
  readonly onChange: (changes: Partial<Filters>) => void
}) {
  const t = useP2pMessages()
  const names = usePaymentNames()
  const readers = useAmountReaders()
  const usual = offer.paymentTypes.filter(({ fiats }) => fiats.includes(fiat))
  return (
    <div className={own['filters']}>
      <SegmentedControl
        aria-label={t('spot.side')}
        block
        segments={[
          { value: 'buy', label: t('spot.buy'), tone: 'up' },
          { value: 'sell', label: t('spot.sell'), tone: 'down' },
        ]}
        value={filters.side}
        onChange={(side) => onChange({ side })}
      />
      <Select
        label={t('advert.asset')}
        options={offer.assets.map((value) => ({ value, label: value }))}
        value={filters.asset}
        onChange={(asset) => asset !== null && onChange({ asset })}
      />
      <Select
        label={t('settings.currency')}
        options={offer.fiats.map((each) => ({ value: each.fiat, label: each.fiat }))}
        value={fiat}
        onChange={(next) => next !== null && onFiat(next)}
      />
      <Select
        label={t('payment.type')}
        options={[
          { value: ALL, label: t('p2p.anyPayment') },
          ...usual.map(({ type }) => ({ value: type, label: names.type(type) })),
        ]}
        value={filters.paymentType ?? ALL}
        onChange={(type) => onChange({ paymentType: type || null })}
      />
      <AmountField
        label={t('spot.amountIn', { unit: fiat })}
        decimals={2}
        value={filters.amount}
        {...readers(2)}
        onChange={(amount) => onChange({ amount })}
      />
    </div>
  )
}
