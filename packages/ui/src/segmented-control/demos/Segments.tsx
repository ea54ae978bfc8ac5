import { SegmentedControl } from '../SegmentedControl.tsx'

export default function Segments() {
  return (
    <div style={{ display: 'grid', gap: 12, justifyItems: 'start' }}>
      <div style={{ inlineSize: 'min(280px, 100%)' }}>
        <SegmentedControl
          aria-label="Side"
          block
          segments={[
            { value: 'buy', label: 'Buy', tone: 'up' },
            { value: 'sell', label: 'Sell', tone: 'down' },
          ]}
        />
      </div>
      <SegmentedControl
        aria-label="Order type"
        size="small"
        segments={[
          { value: 'limit', label: 'Limit' },
          { value: 'market', label: 'Market' },
          { value: 'stop', label: 'Stop', disabled: true },
        ]}
      />
      <SegmentedControl
        aria-label="Book"
        size="mini"
        segments={[
          { value: 'both', label: 'Both' },
          { value: 'bids', label: 'Bids' },
          { value: 'asks', label: 'Asks' },
        ]}
      />
    </div>
  )
}
