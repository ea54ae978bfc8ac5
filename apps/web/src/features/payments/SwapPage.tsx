import { ButtonLink } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { readAmount } from '../../data/funds/readAmount.ts'
import {
  useSwapTerms,
  type Web3SwapQuote,
  type Web3SwapTerms,
} from '../../data/payments/web3Swap.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { ActionForm } from '../../lib/product-page/ActionForm.tsx'
import styles from '../../lib/product-page/product.module.css'
import beside from './beside.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { PaymentAmountField } from './PaymentAmountField.tsx'
import { CoinChoices, useCoinOptions, useExchanged } from './CoinChoices.tsx'
import { SwapHistory } from './SwapHistory.tsx'
import { useFigure, usePercent } from './useFigure.ts'
import { useSwap } from './useSwap.ts'
import { WalletWithdrawal } from './WalletWithdrawal.tsx'

const SLIPPAGES = ['0.1', '0.5', '1', '3']

/** Exchanges coins with a pool, as the user's own wallet signs. */
export function SwapPage() {
  const t = useAccountMessages()
  usePageTitle(t('swap.title'))
  const { data: terms, isError } = useSwapTerms()
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('swap.title')}</h1>
        <p className={styles['note']}>{t('swap.lead')}</p>
      </header>
      {isError ? (
        <p className={styles['note']} role="alert">
          {t('swap.none')}
        </p>
      ) : null}
      {terms ? <Cards terms={terms} /> : null}
      <SwapHistory />
    </div>
  )
}

function Cards({ terms }: { readonly terms: Web3SwapTerms }) {
  const t = useAccountMessages()
  const to = useLocalePath()
  if (terms.pools.length === 0) return <p className={styles['note']}>{t('swap.none')}</p>
  if (terms.wallet === null)
    return (
      <section className={styles['card']}>
        <p className={styles['note']}>{t('swap.noWallet')}</p>
        <p className={styles['note']}>
          <ButtonLink
            variant="primary"
            render={(props) => <Link {...props} to={to('/account/setting/third/wallet')} />}
          >
            {t('swap.bind')}
          </ButtonLink>
        </p>
      </section>
    )
  return (
    <div className={beside['equal']}>
      <section className={styles['card']}>
        <SwapForm terms={terms} wallet={terms.wallet} />
      </section>
      <section className={styles['card']}>
        <WalletWithdrawal terms={terms} wallet={terms.wallet} />
      </section>
    </div>
  )
}

function SwapForm({ terms, wallet }: { readonly terms: Web3SwapTerms; readonly wallet: string }) {
  const t = useAccountMessages()
  const draft = useDraft(terms)
  const { quote, request, ask, sign } = draft
  const next = quote ? () => sign(quote) : request && (() => ask(request))
  return (
    <ActionForm
      label={t('swap.title')}
      isBusy={draft.isBusy}
      refusal={draft.refusal}
      isReady={next !== undefined}
      onSubmit={() => next?.()}
      action={t(quote ? 'swap.sign' : 'convert.quote')}
    >
      <p className={styles['note']}>
        {t('swap.wallet')} <NumberText>{shortened(wallet)}</NumberText>
      </p>
      <SwapFields draft={draft} />
      {quote ? <Offer quote={quote} fee={terms.fee} /> : null}
    </ActionForm>
  )
}

const shortened = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

function SwapFields({ draft }: { readonly draft: Draft }) {
  const t = useAccountMessages()
  const percent = usePercent()
  const optionsOf = useCoinOptions()
  const { from, to, sold, bought, availableOf } = draft
  const withBalances = (assets: readonly string[]) =>
    optionsOf(assets.map((asset) => ({ asset, available: availableOf(asset) })))
  return (
    <>
      <CoinChoices
        from={{ value: from, options: withBalances(sold), onChange: draft.setFrom }}
        to={{ value: to, options: withBalances(bought), onChange: draft.setTo }}
      />
      <PaymentAmountField
        label={t('spot.amount')}
        asset={from}
        available={availableOf(from)}
        value={draft.typed}
        isTooMuch={draft.isTooMuch}
        onChange={draft.setTyped}
      />
      <Select
        label={t('swap.slippage')}
        size="large"
        options={SLIPPAGES.map((value) => ({ value, label: percent(value) }))}
        value={draft.slippage}
        onChange={(slippage) => slippage !== null && draft.setSlippage(slippage)}
      />
    </>
  )
}

/** What the wallet is asked to sign. */
function Offer({ quote, fee }: { readonly quote: Web3SwapQuote; readonly fee: string }) {
  const t = useAccountMessages()
  const figure = useFigure()
  const percent = usePercent()
  const { toAsset, receive, minReceive, impact } = quote
  return (
    <div role="status" className={styles['row']}>
      <strong>
        {t('convert.receive')} <NumberText unit={toAsset}>{figure(receive)}</NumberText>
      </strong>
      <p className={styles['note']}>
        {t('swap.minimum', { amount: `${figure(minReceive)} ${toAsset}` })}
      </p>
      <p className={styles['note']}>
        {t('swap.terms', { fee: percent(fee), impact: percent(impact) })}
      </p>
    </div>
  )
}

type Draft = ReturnType<typeof useDraft>

function useDraft({ pools }: Web3SwapTerms) {
  const balances = useBalances().data
  const sold = [...new Set(pools.flatMap(({ base, quote }) => [quote, base]))]
  const boughtFor = (asset: string) =>
    pools.flatMap(({ base, quote }) => (base === asset ? [quote] : quote === asset ? [base] : []))
  const [from, setFrom] = useState(sold[0] ?? '')
  const [wanted, setTo] = useState('')
  const [typed, setTyped] = useState('')
  const [slippage, setSlippage] = useState('0.5')
  const offer = useSwap({ onDone: useExchanged(() => setTyped('')) })
  const bought = boughtFor(from)
  const to = bought.includes(wanted) ? wanted : (bought[0] ?? '')
  const availableOf = (asset: string) =>
    balances?.find((each) => each.asset === asset)?.available ?? '0'
  const { amount, isTooMuch } = readAmount(typed, availableOf(from))
  const changing = (set: (value: string) => void) => (value: string) => {
    offer.drop()
    set(value)
  }
  return {
    ...offer,
    sold,
    bought,
    from,
    to,
    typed,
    slippage,
    availableOf,
    isTooMuch,
    request: amount === undefined ? undefined : { fromAsset: from, toAsset: to, amount, slippage },
    setFrom: changing(setFrom),
    setTo: changing(setTo),
    setTyped: changing(setTyped),
    setSlippage: changing(setSlippage),
  }
}
