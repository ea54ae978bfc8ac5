import { Button } from '@x/ui/button'
import { Checkbox } from '@x/ui/checkbox'
import { Menu } from '@x/ui/menu'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages.ts'
import type { CancelScope } from './CancelQuestion.tsx'
import { OrderEventLine } from './OrderEventLine.tsx'
import styles from './orders.module.css'
import { useOrderView } from './orderView.ts'

interface OrderToolsProps {
  /** What can be done about an order that the line names, nothing once it has ended. */
  readonly actionsOf: (orderId: string) => ReactNode
  /** Whether the list in front can be narrowed to the pair of the terminal. */
  readonly hasPair: boolean
  /** Which orders can be cancelled at once. */
  readonly scopes: readonly {
    readonly key: string
    readonly label: string
    readonly scope: CancelScope
  }[]
  readonly onCancel: (scope: CancelScope) => void
  /** How the list in front is shown. */
  readonly children: ReactNode
}

/** The tools that every panel of orders has. */
export function OrderTools({ actionsOf, hasPair, scopes, onCancel, children }: OrderToolsProps) {
  const t = useMessages()
  const [{ isPairOnly }, change] = useOrderView()
  const isNone = scopes.every(({ scope }) => scope.orders.length === 0)
  return (
    <>
      <OrderEventLine actionsOf={actionsOf} />
      {hasPair ? (
        <Checkbox
          className={styles['pairOnly']}
          checked={isPairOnly}
          onChange={(checked) => change({ isPairOnly: checked })}
        >
          {t('orders.thisPair')}
        </Checkbox>
      ) : null}
      {children}
      <Menu
        label={t('orders.cancelAll')}
        side="bottom end"
        trigger={(props) => (
          <Button {...props} size="mini" variant="ghost" disabled={isNone}>
            {t('orders.cancelAll')}
          </Button>
        )}
        items={scopes.map(({ key, label, scope }) => ({
          key,
          label,
          hint: scope.orders.length,
          disabled: scope.orders.length === 0,
          tone: 'danger' as const,
        }))}
        onAction={(key) => {
          const chosen = scopes.find((each) => each.key === key)
          if (chosen) onCancel(chosen.scope)
        }}
      />
    </>
  )
}
