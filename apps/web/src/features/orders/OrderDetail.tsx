import { Button } from '@x/ui/button'
import { DataTable } from '@x/ui/data-table'
import { Dialog } from '@x/ui/dialog'
import { ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { Suspense, use } from 'react'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useMessages, usePageMessages } from '../../lib/messages/messages.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useAvailableWidth } from '../../lib/media/useAvailableWidth.ts'
import { type OrderDetail as Detail, useOrderRecord } from '../../data/orders/detailApi.ts'
import { FillCards } from './FillCards.tsx'
import { sumExecutionCosts } from '../../data/spot/executionCosts.ts'
import { OrderAgainContext } from './orderAgain.ts'
import { OrderFacts } from './OrderFacts.tsx'
import styles from './orders.module.css'
import { useFillColumns } from './useFillColumns.tsx'

export interface OrderDetailProps {
  readonly orderId: string
  /** Another order is asked for: the entry of an exit. */
  readonly onShow: (orderId: string) => void
  readonly onClose: () => void
}

/** What is known of an order: its terms, how far it is, what it cost, and each of its fills. */
export default function OrderDetail({ orderId, onShow, onClose }: OrderDetailProps) {
  const t = useMessages()
  const { data, error, refetch } = useOrderRecord(orderId)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="extraLarge"
      title={t('orders.detailOf', { id: orderId })}
    >
      {data?.order.orderId === orderId ? (
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <PageTexts>
            <Particulars {...data} onShow={onShow} />
            <AgainButton order={data.order} onDone={onClose} />
          </PageTexts>
        </Suspense>
      ) : error ? (
        <ErrorState
          title={serverText(error, t)}
          traceId={failureOf(error).traceId}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Dialog>
  )
}

/** Takes the order into the form once more, where there is one. */
function AgainButton({
  order,
  onDone,
}: {
  readonly order: Detail['order']
  readonly onDone: () => void
}) {
  const t = usePageMessages()
  const again = use(OrderAgainContext)(order)
  if (!again) return null
  return (
    <Button
      className={styles['again']}
      onClick={() => {
        onDone()
        again()
      }}
    >
      {t('orders.again')}
    </Button>
  )
}

function Particulars({
  order,
  fills,
  executionCosts,
  onShow,
}: Detail & Pick<OrderDetailProps, 'onShow'>) {
  const t = usePageMessages()
  const isPhone = useMedia(PHONE)
  const { box, width } = useAvailableWidth()
  const columns = useFillColumns({ rows: fills.items, isOfOne: true, width })
  // Of a page of fills alone their sum would be read as the order's.
  const costs = sumExecutionCosts(
    executionCosts ? [executionCosts] : fills.next === null ? fills.items : [],
  )
  const shown = { label: t('orders.fills'), empty: t('orders.fillsEmpty') }
  return (
    <div className={styles['detail']}>
      <OrderFacts order={order} costs={costs} onShow={onShow} />
      <h3 className={styles['heading']}>{t('orders.fills')}</h3>
      {isPhone || costs ? (
        // With the costs of a paper fill a row is wider than the dialog.
        <div className={styles['detailCards']}>
          <FillCards {...shown} fills={fills.items} status={{ kind: 'ready' }} />
        </div>
      ) : (
        <div ref={box} className={styles['detailFills']}>
          <DataTable
            label={shown.label}
            columns={columns}
            rows={fills.items}
            rowKey={({ fillId }) => fillId}
            headerHeight={28}
            empty={{ text: shown.empty }}
          />
        </div>
      )}
      {fills.next === null ? null : (
        <p className={styles['note']}>{t('orders.latestFills', { count: fills.items.length })}</p>
      )}
    </div>
  )
}
