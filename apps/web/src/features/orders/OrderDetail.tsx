import { useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { DataTable } from '@x/ui/data-table'
import { Dialog } from '@x/ui/dialog'
import { ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { SkeletonRows } from '@x/ui/skeleton'
import { type ReactNode, Suspense } from 'react'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useMessages, usePageMessages } from '../../lib/messages/messages.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useAvailableWidth } from '../../lib/media/useAvailableWidth.ts'
import { PairCell, SideCell, SizeCell, StatusCell, TypeCell } from './cells.tsx'
import { type OrderDetail as Detail, useOrderRecord } from '../../data/orders/detailApi.ts'
import { FillCards } from './FillCards.tsx'
import { sumExecutionCosts } from '../../data/spot/executionCosts.ts'
import { feeDigits, filledPercent } from '../../data/spot/model.ts'
import styles from './orders.module.css'
import { TriggerCell } from './TriggerCell.tsx'
import { useFillColumns } from './useFillColumns.tsx'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'

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
    <Dialog open onClose={onClose} size="extraLarge" title={t('orders.detailOf', { id: orderId })}>
      {data?.order.orderId === orderId ? (
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <PageTexts>
            <Particulars {...data} onShow={onShow} />
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

function Particulars({
  order,
  fills,
  frictions,
  onShow,
}: Detail & Pick<OrderDetailProps, 'onShow'>) {
  const t = usePageMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const isPhone = useMedia(PHONE)
  const { box, width } = useAvailableWidth()
  const columns = useFillColumns({ rows: fills.items, isOfOne: true, width })
  const spec = useSymbolIndex().get(order.symbol)
  const { parentOrderId, takeProfit, stopLoss } = order
  const price = (value: string | null) => (
    <NumberText unit={spec?.quote}>
      {numbers.number(value, { digits: spec?.pricePlace ?? 8, purpose: 'price' })}
    </NumberText>
  )
  const exit = (at: typeof takeProfit) =>
    at && (
      <>
        {price(at.triggerPrice)} → {at.price === null ? t('spot.market') : price(at.price)}
      </>
    )
  // Of a page of fills alone their sum would be read as the order's.
  const costs = sumExecutionCosts(frictions ? [frictions] : fills.next === null ? fills.items : [])
  const unit = spec?.quote ?? ''
  const cost = (value: string) => (
    <NumberText full={value}>{numbers.number(value, { digits: 4 })}</NumberText>
  )
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('orders.pair'), <PairCell key="" symbol={order.symbol} spec={spec} />],
    [t('orders.side'), <SideCell key="" side={order.side} />],
    [t('orders.type'), <TypeCell key="" type={order.orderType} />],
    [t('orders.status'), <StatusCell key="" status={order.status} />],
    [t('orders.time'), <NumberText key="">{dates.timestamp(order.createdAt)}</NumberText>],
    [
      t('orders.triggered'),
      order.firedAt ? <NumberText key="">{dates.timestamp(order.firedAt)}</NumberText> : null,
    ],
    [
      t('orders.trigger'),
      order.triggers?.length ? <TriggerCell key="" order={order} spec={spec} /> : null,
    ],
    [t('orders.price'), order.price === null ? t('spot.market') : price(order.price)],
    [t('orders.amount'), <SizeCell key="" order={order} spec={spec} numbers={numbers} />],
    [
      t('orders.filled'),
      <NumberText key="" full={order.filled}>
        {numbers.percent(filledPercent(order), { unit: 'percent', digits: 1 })}
      </NumberText>,
    ],
    [t('orders.average'), price(order.avgPrice)],
    [
      t('spot.total'),
      <NumberText key="" unit={spec?.quote} full={order.filledQuote}>
        {numbers.number(order.filledQuote)}
      </NumberText>,
    ],
    [
      t('orders.fee'),
      <NumberText key="" full={order.fee} unit={order.feeAsset}>
        {numbers.number(order.fee, { digits: feeDigits(order.feeAsset, spec), purpose: 'fee' })}
      </NumberText>,
    ],
    [
      t('spot.timeInForce'),
      order.timeInForce === 'post_only' ? t('spot.postOnly') : order.timeInForce?.toUpperCase(),
    ],
    [t('spot.takeProfit'), exit(takeProfit)],
    [t('spot.stopLoss'), exit(stopLoss)],
    [
      t('orders.entry'),
      parentOrderId ? (
        <Button size="mini" variant="ghost" onClick={() => onShow(parentOrderId)}>
          {parentOrderId}
        </Button>
      ) : null,
    ],
    [t('orders.spreadCost', { unit }), costs && cost(costs.spread)],
    [t('orders.impactCost', { unit }), costs && cost(costs.impact)],
    [t('orders.latencyCost', { unit }), costs && cost(costs.latency)],
    [t('orders.frictions', { unit }), costs && cost(costs.total)],
  ]
  const shown = { label: t('orders.fills'), empty: t('orders.fillsEmpty') }
  return (
    <div className={styles['detail']}>
      <dl className={styles['facts']}>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name} className={styles['fact']}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
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
