import { Button } from '../../button/Button.tsx'
import { Tabs } from '../Tabs.tsx'

export default function TabsDemo() {
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
      <Tabs
        aria-label="Orders"
        items={[
          {
            value: 'open',
            label: 'Open orders',
            count: 3,
            panel: <p style={{ padding: 12 }}>Three open orders.</p>,
          },
          {
            value: 'history',
            label: 'Order history',
            panel: <p style={{ padding: 12 }}>Everything since May.</p>,
          },
          {
            value: 'fills',
            label: 'Fills',
            count: 128,
            panel: <p style={{ padding: 12 }}>Fills.</p>,
          },
          { value: 'assets', label: 'Assets', disabled: true, panel: null },
        ]}
        end={<Button size="mini">Cancel all</Button>}
      />
      <Tabs
        aria-label="Interval"
        variant="quiet"
        size="small"
        items={[
          { value: '1m', label: '1m' },
          { value: '5m', label: '5m' },
          { value: '1h', label: '1h' },
          { value: '1d', label: '1D' },
        ]}
        defaultValue="1h"
      />
    </div>
  )
}
