import { Button } from '@x/ui/button'
import { Panel } from '@x/ui/panel'

export function OpenOrders({
  orders,
  silence,
}: {
  readonly orders: readonly string[] | undefined
  readonly silence: number
}) {
  const status =
    orders === undefined
      ? ({ kind: 'loading' } as const)
      : orders.length === 0
        ? ({ kind: 'empty', text: 'No open orders' } as const)
        : silence > 5
          ? ({ kind: 'stale', seconds: silence } as const)
          : undefined
  return (
    <Panel
      title="Open orders"
      actions={<Button size="small">Cancel all</Button>}
      {...(status ? { status } : {})}
    >
      <ul>
        {orders?.map((order) => (
          <li key={order}>{order}</li>
        ))}
      </ul>
    </Panel>
  )
}
