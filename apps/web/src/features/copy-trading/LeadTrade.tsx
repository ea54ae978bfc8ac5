import { finishAmount } from '@x/decimal'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Select } from '@x/ui/select'
import { type FormEvent, useState } from 'react'
import { type CopyLead, DECIDED, type LeadOrder, placeLeadOrder } from '../../data/copy/api.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'
import { usePairName } from '../../data/symbols/usePairName.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { ltr } from '../../lib/ltr.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { useCopyFigures } from './useCopyFigures.tsx'
import { useCopyRequest } from './useCopyRequest.ts'

const DECIMALS = 8

/** Buys and sells with the funds that followers copy, at the market or at a limit. */
export function LeadTrade({ lead }: { readonly lead: CopyLead }) {
  const t = useCopyMessages()
  const { money, coins } = useCopyFigures()
  const readers = useAmountReaders()
  const pairName = usePairName()
  const draft = useDraft(lead)
  const { isBusy, submit } = useCopyRequest()
  const submitter = useSubmitter<LeadOrder>('copy', { decided: DECIDED })
  const free = draft.side === 'buy' ? money(lead.available) : coins(draft.held, draft.base)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft.order) return
    if (await submit(placeLeadOrder(draft.order, submitter), t('copy.done'))) draft.setSize('')
  }
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
      <h3 className={styles['heading']}>{t('copy.trade')}</h3>
      <Select
        label={t('orders.pair')}
        value={draft.symbol}
        onChange={(value) => draft.setSymbol(value ?? '')}
        options={lead.pairs.map((symbol) => ({ value: symbol, label: pairName(symbol) }))}
      />
      <SegmentedControl
        aria-label={t('orders.side')}
        block
        value={draft.side}
        onChange={draft.setSide}
        segments={[
          { value: 'buy', label: t('spot.buy'), tone: 'up' },
          { value: 'sell', label: t('spot.sell'), tone: 'down' },
        ]}
      />
      <AmountField
        label={t('spot.price')}
        help={t('copy.priceHelp')}
        decimals={DECIMALS}
        unit="USDT"
        value={draft.price}
        {...readers(DECIMALS)}
        onChange={draft.setPrice}
      />
      <AmountField
        label={t('spot.amount')}
        help={`${t('orders.available')} ${ltr(free)}`}
        decimals={DECIMALS}
        unit={draft.unit}
        value={draft.size}
        {...readers(DECIMALS)}
        onChange={draft.setSize}
      />
      <Button
        type="submit"
        variant={draft.side}
        loading={isBusy}
        disabled={!draft.order}
        disabledReason={t('spot.enterAmount')}
      >
        {t(draft.side === 'buy' ? 'spot.buy' : 'spot.sell')}
      </Button>
    </form>
  )
}

/** A buy at the market is given in USDT, everything else in the coin. */
function useDraft({ pairs, holdings }: CopyLead) {
  const symbols = useSymbolIndex()
  const [symbol, setSymbol] = useState(pairs[0] ?? '')
  const [side, setSide] = useState<'buy' | 'sell'>('buy')
  const [price, setPrice] = useState('')
  const [typed, setSize] = useState('')
  const limit = finishAmount(price)
  const size = finishAmount(typed)
  const base = symbols.get(symbol)?.base ?? ''
  const byQuote = side === 'buy' && limit === ''
  const order: LeadOrder | undefined =
    size === '' || symbol === ''
      ? undefined
      : {
          symbol,
          side,
          size,
          funds: 'lead',
          orderType: limit === '' ? 'market' : 'limit',
          sizeUnit: byQuote ? 'quote' : 'base',
          ...(limit === '' ? {} : { price: limit }),
        }
  return {
    symbol,
    setSymbol,
    side,
    setSide,
    price,
    setPrice,
    size: typed,
    setSize,
    unit: byQuote ? 'USDT' : base,
    base,
    held: holdings.find(({ asset }) => asset === base)?.available ?? '0',
    order,
  }
}
