import { useState } from 'react'
import { SegmentedControl } from '@x/ui/segmented-control'

export function OrderSide() {
  const [side, setSide] = useState<'buy' | 'sell'>('buy')
  return (
    <SegmentedControl
      aria-label="Side"
      block
      value={side}
      onChange={setSide}
      segments={[
        { value: 'buy', label: 'Buy', tone: 'up' },
        { value: 'sell', label: 'Sell', tone: 'down' },
      ]}
    />
  )
}
