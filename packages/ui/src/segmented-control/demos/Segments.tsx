import { SegmentedControl } from '../SegmentedControl.tsx'

export default function Segments() {
  return (
    <div style={{ display: 'grid', gap: 12, justifyItems: 'start' }}>
      <div style={{ inlineSize: 'min(280px, 100%)' }}>
        <SegmentedControl
          aria-label="Side"
          block
          segments={[
            { key: 'buy', label: 'Buy', tone: 'up' },
            { key: 'sell', label: 'Sell', tone: 'down' },
          ]}
        />
      </div>
      <SegmentedControl
        aria-label="Order type"
        size="small"
        segments={[
          { key: 'limit', label: 'Limit' },
          { key: 'market', label: 'Market' },
          { key: 'stop', label: 'Stop', disabled: true },
        ]}
      />
      <SegmentedControl
        aria-label="Book"
        size="mini"
        segments={[
          { key: 'both', label: 'Both' },
          { key: 'bids', label: 'Bids' },
          { key: 'asks', label: 'Asks' },
        ]}
      />
    </div>
  )
}
