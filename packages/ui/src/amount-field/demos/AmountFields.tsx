import { useState } from 'react'
import { AmountField } from '../AmountField.tsx'

export default function AmountFields() {
  const [price, setPrice] = useState('60816.42')
  const [amount, setAmount] = useState('0.25')
  const [total, setTotal] = useState('')
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: 'min(280px, 100%)' }}>
      <AmountField
        label="Price"
        unit="USDT"
        decimals={2}
        step="0.01"
        stepper
        value={price}
        onChange={setPrice}
      />
      <AmountField
        label="Amount"
        labelEnd="Available 1.204 BTC"
        unit="BTC"
        decimals={6}
        value={amount}
        onChange={setAmount}
        help="At least 0.00001 BTC"
      />
      <AmountField
        label="Total"
        unit="USDT"
        decimals={2}
        value={total}
        onChange={setTotal}
        placeholder="0.00"
        error="Enter at least 5 USDT"
      />
    </div>
  )
}
