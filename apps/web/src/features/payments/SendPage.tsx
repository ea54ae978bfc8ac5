import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { TextField } from '@x/ui/text-field'
import { useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { readAmount } from '../../data/funds/readAmount.ts'
import type { SendTerms } from '../../data/payments/api.ts'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { ActionForm } from '../../lib/product-page/ActionForm.tsx'
import styles from '../../lib/product-page/product.module.css'
import beside from './beside.module.css'
import { PaymentAmountField } from './PaymentAmountField.tsx'
import { SendHistory } from './SendHistory.tsx'
import { useFigure } from './useFigure.ts'
import { useSend } from './useSend.ts'

/** Pays another user at once. */
export function SendPage() {
  const t = useAccountMessages()
  usePageTitle(t('send.title'))
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('send.title')}</h1>
        <p className={styles['note']}>{t('send.lead')}</p>
      </header>
      <div className={beside['beside']}>
        <section className={styles['card']}>
          <SendForm />
        </section>
        <SendHistory />
      </div>
    </div>
  )
}

function SendForm() {
  const t = useAccountMessages()
  const figure = useFigure()
  const draft = useDraft()
  const { isBusy, refusal, send } = useSend()
  const submit = async () => {
    if (draft.terms && (await send(draft.terms))) draft.clear()
  }
  return (
    <ActionForm
      label={t('send.title')}
      action={t('send.title')}
      isBusy={isBusy}
      isReady={draft.terms !== undefined}
      refusal={refusal}
      onSubmit={() => void submit()}
    >
      <TextField
        label={t('send.to')}
        size="large"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.to}
        onChange={draft.setTo}
      />
      <Select
        label={t('orders.asset')}
        size="large"
        options={draft.balances.map(({ asset, available }) => ({
          value: asset,
          label: asset,
          icon: <CoinIcon asset={asset} size={16} />,
          hint: <NumberText>{figure(available)}</NumberText>,
        }))}
        value={draft.asset}
        onChange={(asset) => asset !== null && draft.setAsset(asset)}
      />
      <PaymentAmountField
        label={t('spot.amount')}
        asset={draft.asset}
        available={draft.available}
        value={draft.typed}
        isTooMuch={draft.isTooMuch}
        onChange={draft.setTyped}
      />
    </ActionForm>
  )
}

function useDraft() {
  const balances = useBalances().data ?? []
  const [to, setTo] = useState('')
  const [asset, setAsset] = useState('USDT')
  const [typed, setTyped] = useState('')
  const available = balances.find((each) => each.asset === asset)?.available ?? '0'
  const { amount, isTooMuch } = readAmount(typed, available)
  const terms: SendTerms | undefined =
    amount === undefined || to.trim() === '' ? undefined : { to: to.trim(), asset, amount }
  const clear = () => {
    setTo('')
    setTyped('')
  }
  return {
    balances,
    to,
    setTo,
    asset,
    setAsset,
    typed,
    setTyped,
    available,
    isTooMuch,
    terms,
    clear,
  }
}
