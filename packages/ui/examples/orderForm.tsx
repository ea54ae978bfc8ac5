import { useState } from 'react'
import { UiProvider } from '@x/ui'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { createMessageDialogs, MessageDialogHost } from '@x/ui/message-dialog'
import { Panel } from '@x/ui/panel'
import { SegmentedControl } from '@x/ui/segmented-control'
import type { UiStrings } from '@x/ui/strings'

const dialogs = createMessageDialogs()

function OrderForm() {
  const [side, setSide] = useState<'buy' | 'sell'>('buy')
  const [amount, setAmount] = useState('')
  const place = async () => {
    const { action } = await dialogs.confirm({
      title: `${side === 'buy' ? 'Buy' : 'Sell'} ${amount} BTC?`,
      message: 'At market.',
      variant: side,
    })
    if (action === 'confirm') setAmount('')
  }
  return (
    <Panel title="Order" padded>
      <SegmentedControl
        aria-label="Side"
        block
        value={side}
        onChange={setSide}
        segments={[
          { key: 'buy', label: 'Buy', tone: 'up' },
          { key: 'sell', label: 'Sell', tone: 'down' },
        ]}
      />
      <AmountField
        label="Amount"
        unit="BTC"
        decimals={6}
        step="0.001"
        value={amount}
        onChange={setAmount}
      />
      <Button
        variant={side}
        block
        disabled={amount === ''}
        disabledReason="Enter an amount"
        onClick={() => void place()}
      >
        {side === 'buy' ? 'Buy BTC' : 'Sell BTC'}
      </Button>
    </Panel>
  )
}

/** `strings` is the result of `await loadUiStrings('ar')` from `@x/ui/strings`. */
export function App({
  language = 'en',
  strings = {},
}: {
  readonly language?: string
  readonly strings?: Partial<UiStrings>
}) {
  return (
    <UiProvider language={language} strings={strings}>
      <OrderForm />
      <MessageDialogHost dialogs={dialogs} />
    </UiProvider>
  )
}
