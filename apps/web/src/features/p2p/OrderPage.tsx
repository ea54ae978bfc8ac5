import { Badge } from '@x/ui/badge'
import { ButtonLink } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { type P2pOrderDetail, useP2pOrder, useP2pUpdates } from '../../data/p2p/orders.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { FigureList } from '../../lib/product-page/FigureList.tsx'
import styles from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import { Chat } from './Chat.tsx'
import { OrderSteps } from './OrderSteps.tsx'
import own from './p2p.module.css'
import { STATUS_TEXTS, useP2pFigures } from './useP2pFigures.ts'
import { usePaymentNames } from './usePaymentNames.ts'

/** `/p2p/orders/:id`: what to do now, until when, how to pay, and the chat. */
export function OrderPage({ orderId }: { readonly orderId: string }) {
  const t = useP2pMessages()
  const to = useLocalePath()
  const { data: order, error, refetch } = useP2pOrder(orderId)
  usePageTitle(t('orders.detailOf', { id: orderId }))
  useP2pUpdates()
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('orders.detailOf', { id: orderId })}</h1>
        <ButtonLink size="small" render={(props) => <Link {...props} to={to('/p2p/orders')} />}>
          {t('p2p.orders')}
        </ButtonLink>
      </header>
      {order ? (
        <div className={own['columns']}>
          <div className={own['column']}>
            <OrderCard order={order} />
            <PayTo order={order} />
          </div>
          <Chat orderId={orderId} counterparty={order.counterparty} />
        </div>
      ) : null}
      {!order && error ? (
        <ErrorState
          title={t('orders.failed')}
          onRetry={() => void refetch()}
          traceId={failureOf(error).traceId}
        >
          {serverText(error, t)}
        </ErrorState>
      ) : null}
      {!order && !error ? <SkeletonRows rows={8} /> : null}
    </div>
  )
}

function OrderCard({ order }: { readonly order: P2pOrderDetail }) {
  const t = useP2pMessages()
  const figures = useP2pFigures()
  const { text } = useUntrusted()
  const { role, asset, fiat, price, amount, fee, total, status, counterparty, terms } = order
  const rows: readonly (readonly [name: string, value: string])[] = [
    [t('p2p.counterparty'), text(counterparty)],
    [t('orders.price'), figures.price(price, fiat)],
    [t('spot.amount'), figures.coins(amount, asset)],
    [t('spot.total'), figures.fiat(total, fiat)],
    ...(role === 'buyer' ? ([[t('orders.fee'), figures.coins(fee, asset)]] as const) : []),
  ]
  return (
    <section className={styles['card']} aria-labelledby="p2p-order">
      <span className={styles['line']}>
        <h2 id="p2p-order" className={styles['heading']}>
          {t(role === 'buyer' ? 'spot.buyBase' : 'spot.sellBase', { base: asset })}
        </h2>
        <Badge>{t(STATUS_TEXTS[status])}</Badge>
      </span>
      <OrderSteps order={order} />
      <FigureList figures={rows} />
      {terms === '' ? null : (
        <p dir="auto" className={own['terms']}>
          {text(terms)}
        </p>
      )}
    </section>
  )
}

/** Accounts of the seller, as long as the order is open. */
function PayTo({ order: { payTo, role } }: { readonly order: P2pOrderDetail }) {
  const t = useP2pMessages()
  const names = usePaymentNames()
  const { text } = useUntrusted()
  if (payTo.length === 0) return null
  return (
    <section className={styles['card']} aria-labelledby="p2p-pay-to">
      <h2 id="p2p-pay-to" className={styles['heading']}>
        {t(role === 'buyer' ? 'p2p.payTo' : 'p2p.paidTo')}
      </h2>
      <ul className={styles['rows']}>
        {payTo.map(({ methodId, type, holder, fields }) => (
          <li key={methodId} className={styles['row']}>
            <strong>{names.type(type)}</strong>
            <dl className={styles['figures']}>
              {[[t('payment.holder'), holder] as const, ...fieldsOf(fields, names.field)].map(
                ([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd className={own['copyable']}>
                      <bdi>{text(value)}</bdi>
                    </dd>
                  </div>
                ),
              )}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

const fieldsOf = (
  fields: Readonly<Record<string, string>>,
  nameOf: (field: string) => string,
): readonly (readonly [string, string])[] =>
  Object.entries(fields).map(([field, value]) => [nameOf(field), value])
