import { Button } from '@x/ui/button'
import { Select } from '@x/ui/select'
import { type FormEvent, useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { readAmount } from '../../data/funds/readAmount.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import {
  WALLET_WITHDRAWAL,
  type WalletTerms,
  type Web3SwapTerms,
  withdrawToWallet,
} from '../../data/payments/web3Swap.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { leavingErrorText } from '../../lib/errors/leavingErrorText.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useConfirm } from '../../lib/services/useConfirm.ts'
import { PaymentAmountField } from './PaymentAmountField.tsx'
import { useFigure } from './useFigure.ts'

/** Takes coins of the pools out, to the wallet that signs for them and nowhere else. */
export function WalletWithdrawal({
  terms,
  wallet,
}: {
  readonly terms: Web3SwapTerms
  readonly wallet: string
}) {
  const t = useAccountMessages()
  const balances = useBalances().data
  const assets = [...new Set(terms.pools.flatMap(({ base, quote }) => [base, quote]))]
  const [asset, setAsset] = useState(assets[0] ?? '')
  const [typed, setTyped] = useState('')
  const { isBusy, refusal, withdraw } = useWithdraw(wallet)
  const available = balances?.find((each) => each.asset === asset)?.available ?? '0'
  const { amount, isTooMuch } = readAmount(typed, available)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (amount !== undefined && !isBusy && (await withdraw({ asset, amount }))) setTyped('')
  }
  return (
    <form
      className={styles['form']}
      aria-label={t('swap.withdraw')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <h2 className={styles['heading']}>{t('swap.withdraw')}</h2>
      <Select
        label={t('orders.asset')}
        size="large"
        options={assets.map((value) => ({ value, label: value }))}
        value={asset}
        onChange={(next) => next !== null && setAsset(next)}
      />
      <PaymentAmountField
        label={t('spot.amount')}
        asset={asset}
        available={available}
        value={typed}
        isTooMuch={isTooMuch}
        onChange={setTyped}
      />
      {refusal === undefined ? null : (
        <p className={styles['note']} role="alert">
          {refusal}
        </p>
      )}
      <Button
        type="submit"
        size="large"
        block
        loading={isBusy}
        disabled={amount === undefined}
        disabledReason={t('spot.enterAmount')}
      >
        {t('swap.withdraw')}
      </Button>
    </form>
  )
}

/** Confirms the address, and sends. */
function useWithdraw(wallet: string) {
  const t = useAccountMessages()
  const figure = useFigure()
  const dispatch = useAppDispatch()
  const { toasts } = useServices()
  const confirm = useConfirm()
  const submitter = useSubmitter<WalletTerms>('walletWithdrawals', WALLET_WITHDRAWAL)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  return {
    isBusy,
    refusal,
    async withdraw(terms: WalletTerms): Promise<boolean> {
      const amount = `${figure(terms.amount)} ${terms.asset}`
      const isMeant = await confirm({
        title: t('swap.withdraw'),
        message: t('swap.confirm', { amount, address: wallet }),
        confirmText: t('swap.withdraw'),
      })
      if (!isMeant) return false
      setBusy(true)
      setRefusal(undefined)
      const sent = await dispatch(withdrawToWallet(terms, submitter))
      setBusy(false)
      if (sent.status === 'failed')
        setRefusal(sent.isUnknown ? t('send.unknown') : leavingErrorText(sent.error, t))
      else toasts.success(t('swap.requested', { amount }))
      return sent.status === 'accepted'
    },
  }
}
