import { useDates } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { readAmount } from '../../data/funds/readAmount.ts'
import type { ConvertQuote } from '../../data/payments/api.ts'
import { useSymbols } from '../../data/symbols/hooks.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { ActionForm } from '../../lib/product-page/ActionForm.tsx'
import styles from '../../lib/product-page/product.module.css'
import beside from './beside.module.css'
import { ConvertHistory } from './ConvertHistory.tsx'
import { PaymentAmountField } from './PaymentAmountField.tsx'
import { CoinChoices, useCoinOptions, useExchanged } from './CoinChoices.tsx'
import { useFigure, usePercent } from './useFigure.ts'
import { useQuote } from './useQuote.ts'

/** Exchanges one coin for another at a price that holds while the user reads it. */
export function ConvertPage() {
  const t = useAccountMessages()
  usePageTitle(t('convert.title'))
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('convert.title')}</h1>
        <p className={styles['note']}>{t('convert.lead')}</p>
      </header>
      <div className={beside['beside']}>
        <section className={styles['card']}>
          <ConvertForm />
        </section>
        <ConvertHistory />
      </div>
    </div>
  )
}

function ConvertForm() {
  const t = useAccountMessages()
  const figure = useFigure()
  const optionsOf = useCoinOptions()
  const { quote, request, isSame, ask, accept, ...draft } = useDraft()
  const options = optionsOf(draft.coins)
  const next = quote ? () => accept(quote) : request && (() => ask(request))
  return (
    <ActionForm
      label={t('convert.title')}
      isBusy={draft.isBusy}
      refusal={draft.refusal}
      isReady={next !== undefined}
      onSubmit={() => next?.()}
      action={
        quote
          ? t('convert.accept', { amount: `${figure(quote.amount)} ${quote.fromAsset}` })
          : t('convert.quote')
      }
      disabledReason={isSame ? t('convert.same') : undefined}
    >
      <CoinChoices
        from={{ value: draft.from, options, onChange: draft.setFrom }}
        to={{ value: draft.to, options, onChange: draft.setTo }}
        error={isSame ? t('convert.same') : undefined}
      />
      <PaymentAmountField
        label={t('spot.amount')}
        asset={draft.from}
        available={draft.available}
        value={draft.typed}
        isTooMuch={draft.isTooMuch}
        onChange={draft.setTyped}
      />
      {quote ? <Offer quote={quote} /> : null}
    </ActionForm>
  )
}

/** What the user gets, for how much, and until when. */
function Offer({ quote }: { readonly quote: ConvertQuote }) {
  const t = useAccountMessages()
  const dates = useDates()
  const figure = useFigure()
  const percent = usePercent()
  const { fromAsset: from, toAsset: to, receive, price, spread, expiresAt } = quote
  return (
    <div role="status" className={styles['row']}>
      <strong>
        {t('convert.receive')} <NumberText unit={to}>{figure(receive)}</NumberText>
      </strong>
      <p className={styles['note']}>
        {t('convert.terms', { from, to, price: figure(price), spread: percent(spread) })}
      </p>
      <p className={styles['note']}>{t('convert.left', { time: dates.timestamp(expiresAt) })}</p>
    </div>
  )
}

function useDraft() {
  const coins = useCoins()
  const [from, setFrom] = useState('USDT')
  const [to, setTo] = useState('BTC')
  const [typed, setTyped] = useState('')
  const offer = useQuote({ onDone: useExchanged(() => setTyped('')) })
  const available = coins.find(({ asset }) => asset === from)?.available ?? '0'
  const { amount, isTooMuch } = readAmount(typed, available)
  const isSame = from === to
  const changing = (set: (value: string) => void) => (value: string) => {
    offer.drop()
    set(value)
  }
  return {
    ...offer,
    coins,
    from,
    to,
    typed,
    available,
    isTooMuch,
    isSame,
    request: amount === undefined || isSame ? undefined : { fromAsset: from, toAsset: to, amount },
    setFrom: changing(setFrom),
    setTo: changing(setTo),
    setTyped: changing(setTyped),
  }
}

/** Every coin that is traded, with what the user has of it. */
function useCoins(): readonly { readonly asset: string; readonly available: string }[] {
  const balances = useBalances().data
  const symbols = useSymbols()
  const names = [...new Set(symbols.flatMap(({ base, quote }) => [quote, base]))]
  return names.map((asset) => ({
    asset,
    available: balances?.find((each) => each.asset === asset)?.available ?? '0',
  }))
}
