import { Controller, useForm } from 'react-hook-form'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Checkbox } from '@x/ui/checkbox'
import { Select } from '@x/ui/select'
import { TextField } from '@x/ui/text-field'

/** An order as the form submits it. Amounts are plain decimal strings. */
export interface Order {
  readonly pair: string
  readonly price: string
  readonly amount: string
  readonly note: string
  readonly postOnly: boolean
}

const PAIRS = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT'].map((pair) => ({ value: pair, label: pair }))
const EMPTY: Order = { pair: '', price: '', amount: '', note: '', postOnly: false }

export interface OrderFormProps {
  readonly place: (order: Order) => void
}

/** A widget takes `field` as it is: value, onChange, onBlur, name, disabled and ref. */
export function OrderForm({ place }: OrderFormProps) {
  const { control, handleSubmit, reset } = useForm<Order>({ defaultValues: EMPTY })
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(place)(event)} onReset={() => reset()}>
      <Controller
        name="pair"
        control={control}
        rules={{ required: 'Choose a pair' }}
        render={({ field, fieldState: { error } }) => (
          <Select label="Pair" options={PAIRS} error={error?.message} {...field} />
        )}
      />
      <Controller
        name="price"
        control={control}
        rules={{ required: 'Enter a price' }}
        render={({ field, fieldState: { error } }) => (
          <AmountField label="Price" unit="USDT" decimals={2} error={error?.message} {...field} />
        )}
      />
      <Controller
        name="amount"
        control={control}
        rules={{ required: 'Enter an amount' }}
        render={({ field, fieldState: { error } }) => (
          <AmountField label="Amount" decimals={6} error={error?.message} {...field} />
        )}
      />
      <Controller
        name="note"
        control={control}
        render={({ field }) => <TextField label="Note" {...field} />}
      />
      <Controller
        name="postOnly"
        control={control}
        render={({ field: { value, ...field } }) => (
          <Checkbox checked={value} {...field}>
            Post only
          </Checkbox>
        )}
      />
      <Button type="submit" variant="buy">
        Buy
      </Button>
      <Button type="reset">Clear</Button>
    </form>
  )
}
