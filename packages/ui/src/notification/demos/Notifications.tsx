import { useState } from 'react'
import { browserPorts } from '@x/kit/browser'
import { Button } from '../../button/Button.tsx'
import { createNotificationQueue } from '../createNotificationQueue.ts'
import type { NotificationOptions } from '../toNotification.ts'
import { NotificationRegion } from '../NotificationRegion.tsx'

const samples: readonly NotificationOptions[] = [
  { kind: 'success', title: 'Order filled', text: 'Bought 0.25 BTC at 60,816.42 USDT' },
  { kind: 'info', title: 'Deposit on its way', text: '2 of 6 confirmations' },
  {
    kind: 'warning',
    title: 'Close to liquidation',
    text: 'The mark price is 2.1 % away',
    action: { label: 'Add margin', run: () => {} },
  },
  { kind: 'error', title: 'Withdrawal refused', duration: 0 },
]

export default function Notifications() {
  const [notifications] = useState(() => createNotificationQueue(browserPorts()))
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      {samples.map((sample) => (
        <Button key={sample.kind} onClick={() => notifications.show(sample)}>
          {sample.kind}
        </Button>
      ))}
      <NotificationRegion notifications={notifications} />
    </div>
  )
}
