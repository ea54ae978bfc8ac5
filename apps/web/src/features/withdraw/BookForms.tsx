import { compare, finishAmount, parseDecimal, ZERO } from '@x/decimal'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Select } from '@x/ui/select'
import { Switch } from '@x/ui/switch'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import type { WithdrawalCoin } from '../../data/withdrawals/api.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useWalletMessages } from '../../lib/messages/messages.ts'
import { useBookChange } from './useBookChange.ts'
import styles from './withdraw.module.css'

/** A name and an address on a network; it receives after a day. */
export function AddEntry({ coins }: { readonly coins: readonly WithdrawalCoin[] }) {
  const t = useWalletMessages()
  const { isBusy, change } = useBookChange()
  const networks = new Map(
    coins.flatMap((coin) => coin.networks.map(({ network, name }) => [network, name])),
  )
  const [wanted, setNetwork] = useState<string>()
  const [address, setAddress] = useState('')
  const [label, setLabel] = useState('')
  const network = wanted ?? [...networks.keys()][0]
  const isReady = network !== undefined && address.trim() !== '' && label.trim() !== ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isBusy) return
    const data = { network, address: address.trim(), label: label.trim() }
    if (!(await change('addressBook', { key: 'POST /v1/asset/book/add', data }))) return
    setAddress('')
    setLabel('')
  }
  return (
    <form
      className={styles['form']}
      aria-label={t('addressBook.add')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Select
        label={t('deposit.network')}
        size="large"
        options={[...networks].map(([value, name]) => ({ value, label: name }))}
        value={network ?? null}
        onChange={(id) => id !== null && setNetwork(id)}
      />
      <TextField
        label={t('withdraw.address')}
        size="large"
        maxLength={128}
        value={address}
        onChange={setAddress}
      />
      <TextField
        label={t('addressBook.name')}
        size="large"
        maxLength={40}
        value={label}
        help={t('addressBook.wait')}
        onChange={setLabel}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        loading={isBusy}
        disabled={!isReady}
        disabledReason={t('withdraw.address')}
      >
        {t('addressBook.add')}
      </Button>
    </form>
  )
}

const CAP_DECIMALS = 2

/** Withdrawals to entries of the book without a code, up to an amount a day. */
export function NoPassword({ cap }: { readonly cap: string | null }) {
  const t = useWalletMessages()
  const readers = useAmountReaders()
  const { isBusy, change } = useBookChange()
  const [typed, setTyped] = useState('')
  const dailyCap = finishAmount(typed)
  const value = parseDecimal(dailyCap)
  const isReady = value !== null && compare(value, ZERO) > 0
  const send = async (enabled: boolean) => {
    const data = { enabled, ...(enabled ? { dailyCap } : {}) }
    const key = 'POST /v1/user/security/withdrawNoPassword'
    if (await change('withdrawNoPassword', { key, data })) setTyped('')
  }
  return (
    <section className={styles['card']} aria-label={t('addressBook.free')}>
      <Switch
        checked={cap !== null}
        disabled={isBusy || (cap === null && !isReady)}
        onChange={(enabled) => void send(enabled)}
      >
        {t('addressBook.free')}
      </Switch>
      <AmountField
        label={t('addressBook.freeCap')}
        size="large"
        decimals={CAP_DECIMALS}
        unit="USDT"
        disabled={cap !== null}
        value={cap ?? typed}
        help={t('addressBook.stops')}
        {...readers(CAP_DECIMALS)}
        onChange={setTyped}
      />
    </section>
  )
}
