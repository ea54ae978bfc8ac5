import { Button } from '@x/ui/button'
import { CopyText, EmptyState, ErrorState } from '@x/ui/empty-state'

export function Orders({
  failure,
  retry,
  address,
}: {
  readonly failure: string | undefined
  readonly retry: () => void
  readonly address: string
}) {
  if (failure)
    return (
      <ErrorState title="The orders could not be read" traceId={failure} onRetry={retry}>
        Check the connection.
      </ErrorState>
    )
  return (
    <EmptyState action={<Button size="small">Trade</Button>}>
      No orders yet. Deposits go to <CopyText text={address} />.
    </EmptyState>
  )
}
