import { Button } from '../../button/Button.tsx'
import { CopyText } from '../CopyText.tsx'
import { EmptyState, ErrorState } from '../EmptyState.tsx'

export default function States() {
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      <EmptyState action={<Button size="small">Deposit</Button>}>
        You hold no assets yet.
      </EmptyState>
      <ErrorState
        title="The balance could not be loaded"
        onRetry={() => {}}
        traceId="w17932412345a1b2c3d4e5"
      >
        Check the connection and try again.
      </ErrorState>
      <CopyText text="0x52908400098527886E0F7030069857D2E4169EE7" />
    </div>
  )
}
