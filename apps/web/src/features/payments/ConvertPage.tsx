import { useDates } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { type FormEvent, useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import type { ConvertQuote } from '../../data/payments/api.ts'
import { useSymbols } from '../../data/symbols/hooks.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from '../../lib/product-page/product.module.css'
import { useServices } from '../../lib/services/servicesContext.ts'
import { ConvertHistory } from './ConvertHistory.tsx'
import { readPaymentAmount } from './paymentAmount.ts'
import { PaymentAmountField } from './PaymentAmountField.tsx'
import { useFigure } from './useFigure.ts'
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
      <section className={styles['card']}>
        <ConvertForm />
      </section>
      <ConvertHistory />
    </div>
  )
}

function ConvertForm() {
  const t = useAccountMessages()
  const draft = useDraft()
  const { quote, isBusy, refusal, ask, accept } = draft
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (quote) void accept(quote)
    else if (draft.request) void ask(draft.request)
  }
  return (
    <form
      className={styles['form']}
      aria-label={t('convert.title')}
      noValidate
      onSubmit={(event) => submit(event)}
    >
      <CoinFields draft={draft} />
      <PaymentAmountField
        label={t('spot.amount')}
        asset={draft.from}
        available={draft.available}
        value={draft.typed}
        isTooMuch={draft.isTooMuch}
        onChange={draft.setTyped}
      />
      {quote ? <Offer quote={quote} /> : null}
      {refusal === undefined ? null : (
        <p className={styles['note']} role="alert">
          {refusal}
        </p>
      )}
      <SubmitButton draft={draft} />
    </form>
  )
}

function SubmitButton({ draft: { quote, isBusy, request, isSame } }: { readonly draft: Draft }) {
  const t = useAccountMessages()
  const figure = useFigure()
  return (
    <Button
      type="submit"
      variant="primary"
      size="large"
      block
      loading={isBusy}
      disabled={!quote && !request}
      disabledReason={isSame ? t('convert.same') : t('spot.enterAmount')}
    >
      {quote
        ? t('convert.accept', { amount: `${figure(quote.amount)} ${quote.fromAsset}` })
        : t('convert.quote')}
    </Button>
  )
}

function CoinFields({ draft }: { readonly draft: Draft }) {
  const t = useAccountMessages()
  const figure = useFigure()
  const options = draft.coins.map(({ asset, available }) => ({
    value: asset,
    label: asset,
    hint: <NumberText>{figure(available)}</NumberText>,
  }))
  return (
    <>
      <Select
        label={t('convert.pay')}
        size="large"
        options={options}
        value={draft.from}
        onChange={(asset) => asset !== null && draft.setFrom(asset)}
      />
      <Select
        label={t('convert.receive')}
        size="large"
        options={options}
        value={draft.to}
        error={draft.isSame ? t('convert.same') : undefined}
        onChange={(asset) => asset !== null && draft.setTo(asset)}
      />
    </>
  )
}

/** What the user gets, for how much, and until when. */
function Offer({ quote }: { readonly quote: ConvertQuote }) {
  const t = useAccountMessages()
  const dates = useDates()
  const figure = useFigure()
  const { fromAsset: from, toAsset: to, receive, price, spread, expiresAt } = quote
  return (
    <div role="status" className={styles['row']}>
      <strong>
        {t('convert.receive')} <NumberText unit={to}>{figure(receive)}</NumberText>
      </strong>
      <p className={styles['note']}>
        {t('convert.terms', { from, to, price: figure(price), spread: figure(spread) })}
      </p>
      <p className={styles['note']}>{t('convert.left', { time: dates.timestamp(expiresAt) })}</p>
    </div>
  )
}

type Draft = ReturnType<typeof useDraft>

function useDraft() {
  const coins = useCoins()
  const [from, setFrom] = useState('USDT')
  const [to, setTo] = useState('BTC')
  const [typed, setTyped] = useState('')
  const offer = useQuote({ onDone: useDoneToast(() => setTyped('')) })
  const available = coins.find(({ asset }) => asset === from)?.available ?? '0'
  const { amount, isTooMuch } = readPaymentAmount(typed, available)
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

function useDoneToast(clear: () => void) {
  const t = useAccountMessages()
  const figure = useFigure()
  const { toasts } = useServices()
  return (done: { fromAsset: string; toAsset: string; amount: string; receive: string }) => {
    clear()
    toasts.success(
      t('convert.done', {
        paid: `${figure(done.amount)} ${done.fromAsset}`,
        received: `${figure(done.receive)} ${done.toAsset}`,
      }),
    )
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
