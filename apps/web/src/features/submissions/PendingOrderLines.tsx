import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { useUiStrings } from '@x/ui'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useAppSelector } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { type SpotSymbol, wireSymbol } from '../../data/spot/model.ts'
import { selectSessionKey } from '../../data/store/slice.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import type { PendingOrder, PendingOrders } from '../../data/submissions/createPendingOrders.ts'
import { pendingOrderText } from './pendingOrderText.ts'
import styles from './submissions.module.css'

interface PendingOrderLinesProps {
  readonly spec: SpotSymbol
  readonly pendingOrders: PendingOrders
}

/** What is known of this pair's orders without an answer. */
export default function PendingOrderLines({ spec, pendingOrders }: PendingOrderLinesProps) {
  const all = useStore(pendingOrders)
  const owner = useAppSelector(selectSessionKey)
  const shown = all.filter((order) => order.symbol === wireSymbol(spec) && order.owner === owner)
  return (
    <PageTexts>
      {shown.map((order) => (
        <PendingOrderLine
          key={order.clientOid}
          order={order}
          spec={spec}
          onDismiss={() => pendingOrders.dismiss(order.clientOid)}
        />
      ))}
    </PageTexts>
  )
}

interface PendingOrderLineProps extends Pick<PendingOrderLinesProps, 'spec'> {
  readonly order: PendingOrder
  readonly onDismiss: () => void
}

function PendingOrderLine({ order, spec, onDismiss }: PendingOrderLineProps) {
  const t = usePageMessages()
  const strings = useUiStrings()
  const numbers = useNumbers('trading')
  const figure = (text: string, { digits = decimalsOfStep(text) } = {}) =>
    numbers.number(text, { digits })
  return (
    <div className={styles['line']}>
      <p className={styles['lineText']} role="status" data-state={order.state}>
        {pendingOrderText(order, { t, figure, spec })}
      </p>
      {order.state === 'unseen' ? null : (
        <Button variant="ghost" size="mini" onClick={onDismiss}>
          {strings.ok}
        </Button>
      )}
    </div>
  )
}
