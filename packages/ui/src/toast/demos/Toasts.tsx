import { useState } from 'react'
import { browserPorts } from '@x/kit/browser'
import { Button } from '../../button/Button.tsx'
import { createToastQueue } from '../createToastQueue.ts'
import type { ToastKind } from '../toToast.ts'
import { ToastRegion } from '../ToastRegion.tsx'

const texts: Readonly<Record<ToastKind, string>> = {
  success: 'Bought 0.25 BTC at 60,816.42 USDT',
  warning: 'The price moved by 1.2 % while you were typing',
  info: 'A new version is ready',
  error: 'The order was refused: the balance is too low',
  question: 'Was this helpful?',
  loading: 'Placing the order',
}

export default function Toasts() {
  const [toasts] = useState(() => createToastQueue(browserPorts()))
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      {Object.entries(texts).map(([kind, text]) => (
        <Button key={kind} onClick={() => toasts.show({ kind: kind as ToastKind, text })}>
          {kind}
        </Button>
      ))}
      <ToastRegion toasts={toasts} />
    </div>
  )
}
