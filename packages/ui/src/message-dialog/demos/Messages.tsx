import { useState } from 'react'
import { Button } from '../../button/Button.tsx'
import { createMessageDialogs } from '../createMessageDialogs.ts'
import { MessageDialogHost } from '../MessageDialogHost.tsx'

export default function Messages() {
  const [dialogs] = useState(createMessageDialogs)
  const [last, setLast] = useState('none')
  const ask = async () => {
    const { action } = await dialogs.confirm({
      title: 'Sell 0.25 BTC?',
      message: 'At market, for about 15,204.11 USDT. The fee is about 15.20 USDT.',
      confirmText: 'Sell 0.25 BTC',
      variant: 'sell',
    })
    setLast(action)
  }
  const name = async () => {
    const { action, value } = await dialogs.prompt({
      title: 'Name this address',
      label: 'Name',
      pattern: /\S/,
      errorText: 'Enter a name.',
    })
    setLast(`${action} ${value ?? ''}`)
  }
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
      <Button onClick={() => void ask()}>Confirm</Button>
      <Button onClick={() => void name()}>Prompt</Button>
      <Button
        onClick={() =>
          void dialogs.alert({ title: 'Session expired', message: 'Log in again to go on.' })
        }
      >
        Alert
      </Button>
      <span>Last answer: {last}</span>
      <MessageDialogHost dialogs={dialogs} />
    </div>
  )
}
