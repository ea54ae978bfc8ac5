import { Button } from '@x/ui/button'
import { Select } from '@x/ui/select'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { changeP2p, type P2pPaymentType } from '../../data/p2p/adverts.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { usePaymentNames } from './usePaymentNames.ts'
import { useP2pChange } from './useP2pChange.ts'
import { WithOffer } from './WithOffer.tsx'

const LONGEST_HOLDER = 100
const LONGEST_FIELD = 200

/** A new way to be paid. */
export function AddPayment() {
  const t = useP2pMessages()
  return (
    <section className={styles['card']} aria-labelledby="payment-add">
      <h2 id="payment-add" className={styles['heading']}>
        {t('payment.add')}
      </h2>
      <WithOffer rows={3}>{(offer) => <PaymentForm types={offer.paymentTypes} />}</WithOffer>
    </section>
  )
}

function PaymentForm({ types }: { readonly types: readonly P2pPaymentType[] }) {
  const t = useP2pMessages()
  const names = usePaymentNames()
  const { isBusy, changeProved } = useP2pChange()
  const [wanted, setType] = useState<string>()
  const [holder, setHolder] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const kind = types.find(({ type }) => type === wanted) ?? types[0]
  const fields = Object.fromEntries(
    (kind?.fields ?? []).map((field) => [field, (values[field] ?? '').trim()]),
  )
  const isReady =
    kind !== undefined && holder.trim() !== '' && Object.values(fields).every((text) => text !== '')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const data = { type: kind.type, holder: holder.trim(), fields }
    const isDone = await changeProved('p2pPayment', {
      make: (verifyToken) => changeP2p('POST /v1/p2p/payment/add', { ...data, verifyToken }),
    })
    if (isDone) setValues({})
  }
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
      <Select
        label={t('payment.type')}
        size="large"
        options={types.map(({ type }) => ({ value: type, label: names.type(type) }))}
        value={kind?.type ?? null}
        onChange={(type) => type !== null && setType(type)}
      />
      <TextField
        label={t('payment.holder')}
        size="large"
        maxLength={LONGEST_HOLDER}
        value={holder}
        onChange={setHolder}
      />
      <PaymentFields fields={kind?.fields ?? []} values={values} onChange={setValues} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        loading={isBusy}
        disabled={!isReady}
        disabledReason={t('payment.fill')}
      >
        {t('payment.add')}
      </Button>
    </form>
  )
}

interface PaymentFieldsProps {
  readonly fields: readonly string[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (values: Readonly<Record<string, string>>) => void
}

/** What a way of paying wants to know, one field each. */
function PaymentFields({ fields, values, onChange }: PaymentFieldsProps) {
  const names = usePaymentNames()
  return fields.map((field) => (
    <TextField
      key={field}
      label={names.field(field)}
      size="large"
      maxLength={LONGEST_FIELD}
      value={values[field] ?? ''}
      onChange={(text) => onChange({ ...values, [field]: text })}
    />
  ))
}
