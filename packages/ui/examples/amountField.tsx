import { useState } from 'react'
import { AmountField } from '@x/ui/amount-field'

export function Quantity({ free }: { readonly free: string }) {
  const [amount, setAmount] = useState('')
  return (
    <AmountField
      label="Quantity"
      unit="BTC"
      decimals={6}
      step="0.001"
      stepper
      max={free}
      value={amount}
      onChange={setAmount}
    />
  )
}
