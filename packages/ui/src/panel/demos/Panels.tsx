import { RefreshCw } from 'lucide-react'
import { Button } from '../../button/Button.tsx'
import { IconButton } from '../../button/IconButton.tsx'
import { Icon } from '../../icon/Icon.tsx'
import { Tabs } from '../../tabs/Tabs.tsx'
import { Panel } from '../Panel.tsx'

export default function Panels() {
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))',
        gap: 1,
      }}
    >
      <Panel
        title="Market trades"
        padded
        actions={<IconButton size="mini" icon={<Icon of={RefreshCw} />} label="Refresh" />}
      >
        <p>Ready.</p>
      </Panel>
      <Panel title="Loading" status={{ kind: 'loading' }} />
      <Panel title="Stale" status={{ kind: 'stale', seconds: 12 }} padded>
        <p>The last known figures.</p>
      </Panel>
      <Panel
        title="Empty"
        status={{
          kind: 'empty',
          text: 'No open orders.',
          action: <Button size="small">Place one</Button>,
        }}
      />
      <Panel
        title="Error"
        status={{
          kind: 'error',
          title: 'The order book could not be loaded',
          text: 'It is tried again in 5 s.',
          traceId: 'w1793241a1b2c3',
        }}
      />
      <Panel
        title="Orders"
        tabs={
          <Tabs
            aria-label="Orders"
            items={[
              { value: 'a', label: 'Open', count: 2 },
              { value: 'b', label: 'History' },
            ]}
          />
        }
        padded
      >
        <p>With tabs in the header.</p>
      </Panel>
    </div>
  )
}
