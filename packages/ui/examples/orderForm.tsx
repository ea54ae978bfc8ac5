import { useState } from 'react'
import { UiProvider } from '@x/ui'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { createMessageDialogs, MessageDialogHost } from '@x/ui/message-dialog'
import { Panel } from '@x/ui/panel'
import { SegmentedControl } from '@x/ui/segmented-control'

const dialogs = createMessageDialogs()
const sides = [
  { value: 'buy', label: 'Buy', tone: 'up' },
  { value: 'sell', label: 'Sell', tone: 'down' },
] as const

export function App({ language = 'en' }: { readonly language?: string }) {
  const [side, setSide] = useState<'buy' | 'sell'>('buy')
  const [amount, setAmount] = useState('')
  const confirm = () => dialogs.confirm({ title: `${side} ${amount} BTC?`, variant: side })
  return (
    <UiProvider language={language}>
      <Panel title="Order" padded>
        <div style={{ display: 'grid', gap: 12 }}>
          <SegmentedControl aria-label="Side" segments={sides} value={side} onChange={setSide} />
          <AmountField label="Amount" unit="BTC" decimals={6} value={amount} onChange={setAmount} />
          <Button
            variant={side}
            disabled={amount === ''}
            disabledReason="Enter an amount"
            onClick={() => void confirm()}
          >
            Place order
          </Button>
        </div>
      </Panel>
      <MessageDialogHost dialogs={dialogs} />
    </UiProvider>
  )
}
