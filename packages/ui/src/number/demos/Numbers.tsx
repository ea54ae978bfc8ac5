import { useState } from 'react'
import { Button } from '../../button/Button.tsx'
import { LiveNumber } from '../LiveNumber.tsx'
import { Change, NumberText } from '../NumberText.tsx'

export default function Numbers() {
  const [price, setPrice] = useState('60816.42')
  return (
    <div style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>
        <NumberText unit="USDT">1,234.56</NumberText>
        <NumberText full="0.00001234">
          0.0<sub>4</sub>1234
        </NumberText>
        <NumberText tone="muted">--</NumberText>
      </div>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>
        <Change value="2.31" text="2.31%" />
        <Change value="-2.31" text="-2.31%" />
        <Change value="-0.5" text="0.50%" mark="arrow" />
        <Change value="12.4" text="12.40" mark="both" unit="USDT" />
        <Change value="0" text="0.00%" />
        <Change value={null} />
      </div>
      <div
        style={{
          display: 'flex',
          alignItems: 'center',
          gap: 16,
          fontSize: 'var(--x-size-display)',
          fontWeight: 'var(--x-weight-bold)',
        }}
      >
        <LiveNumber value={price} colored>
          {price}
        </LiveNumber>
        <Button size="small" onClick={() => setPrice('60817.10')}>
          Up
        </Button>
        <Button size="small" onClick={() => setPrice('60810.00')}>
          Down
        </Button>
      </div>
    </div>
  )
}
