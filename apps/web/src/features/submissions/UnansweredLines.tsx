import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { useUiStrings } from '@x/ui'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useAppSelector, useServices } from '../../app/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { selectOwner } from '../../data/store/slice.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import { type UnansweredOrder, unansweredOrders } from '../../data/submissions/unansweredOrders.ts'
import { unansweredText } from './unansweredText.ts'
import styles from './submissions.module.css'

interface UnansweredLinesProps {
  readonly spec: SpotSymbol
}

/** What is known of this pair's orders without an answer. */
export default function UnansweredLines({ spec }: UnansweredLinesProps) {
  const { session } = useServices()
  const all = useStore(unansweredOrders(session))
  const owner = useAppSelector(selectOwner)
  const shown = all.filter(({ symbol, whose }) => symbol === spec.symbol && whose === owner)
  const dismiss = (order: UnansweredOrder) =>
    unansweredOrders(session).setState(all.filter((each) => each !== order))
  return (
    <PageTexts>
      {shown.map((order) => (
        <UnansweredLine
          key={order.clientOid}
          order={order}
          spec={spec}
          onDismiss={() => dismiss(order)}
        />
      ))}
    </PageTexts>
  )
}

interface UnansweredLineProps extends UnansweredLinesProps {
  readonly order: UnansweredOrder
  readonly onDismiss: () => void
}

function UnansweredLine({ order, spec, onDismiss }: UnansweredLineProps) {
  const t = usePageMessages()
  const strings = useUiStrings()
  const numbers = useNumbers('trading')
  const figure = (text: string, { digits = decimalsOfStep(text) } = {}) =>
    numbers.number(text, { digits })
  return (
    <div className={styles['line']}>
      <p className={styles['lineText']} role="status" data-state={order.state}>
        {unansweredText(order, { t, figure, spec })}
      </p>
      {order.state === 'unseen' ? null : (
        <Button variant="ghost" size="mini" onClick={onDismiss}>
          {strings.ok}
        </Button>
      )}
    </div>
  )
}
