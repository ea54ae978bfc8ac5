import { Button, ButtonLink } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { useState } from 'react'
import { changeP2p, type P2pPaymentMethod, usePayments } from '../../data/p2p/adverts.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useConfirm } from '../../lib/services/useConfirm.ts'
import { AddPayment } from './AddPayment.tsx'
import { masked } from './masked.ts'
import { NameForm } from './NameForm.tsx'
import { usePaymentNames } from './usePaymentNames.ts'
import { useP2pChange } from './useP2pChange.ts'

/** `/p2p/payments`: how the user is paid, and under which name others see the user. */
export function PaymentsPage() {
  const t = useP2pMessages()
  const to = useLocalePath()
  const { data: methods, error, refetch } = usePayments()
  usePageTitle(t('payment.title'))
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('payment.title')}</h1>
        <ButtonLink size="small" render={(props) => <Link {...props} to={to('/p2p/adverts')} />}>
          {t('advert.title')}
        </ButtonLink>
      </header>
      <section className={styles['card']} aria-label={t('payment.title')}>
        {methods ? <Methods methods={methods} /> : null}
        {!methods && error ? (
          <ErrorState
            title={t('orders.failed')}
            onRetry={() => void refetch()}
            traceId={failureOf(error).traceId}
          >
            {serverText(error, t)}
          </ErrorState>
        ) : null}
        {!methods && !error ? <SkeletonRows rows={3} /> : null}
      </section>
      <AddPayment />
      <NameForm />
    </div>
  )
}

function Methods({ methods }: { readonly methods: readonly P2pPaymentMethod[] }) {
  const t = useP2pMessages()
  if (methods.length === 0) return <EmptyState>{t('payment.none')}</EmptyState>
  return (
    <ul className={styles['rows']}>
      {methods.map((method) => (
        <Method key={method.methodId} method={method} />
      ))}
    </ul>
  )
}

/** The values stay covered until the user asks for them. */
function Method({ method }: { readonly method: P2pPaymentMethod }) {
  const t = useP2pMessages()
  const names = usePaymentNames()
  const confirm = useConfirm()
  const { isBusy, changeProved } = useP2pChange()
  const [isShown, setShown] = useState(false)
  const { methodId, type, holder, fields } = method
  const remove = async () => {
    const isMeant = await confirm({
      title: t('account.remove'),
      message: t('payment.removeText'),
      confirmText: t('account.remove'),
    })
    if (!isMeant) return
    await changeProved('p2pPayment', {
      inState: 'payment.inUse',
      make: (verifyToken) => changeP2p('POST /v1/p2p/payment/remove', { methodId, verifyToken }),
    })
  }
  return (
    <li className={styles['row']}>
      <span className={styles['line']}>
        <strong>{names.type(type)}</strong>
        <span className={styles['line']}>
          <Button aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {t(isShown ? 'payment.hide' : 'payment.show')}
          </Button>
          <Button variant="danger" loading={isBusy} onClick={() => void remove()}>
            {t('account.remove')}
          </Button>
        </span>
      </span>
      <dl className={styles['figures']}>
        <div>
          <dt>{t('payment.holder')}</dt>
          <dd>
            <bdi>{holder}</bdi>
          </dd>
        </div>
        {Object.entries(fields).map(([field, value]) => (
          <div key={field}>
            <dt>{names.field(field)}</dt>
            <dd>
              <bdi>{isShown ? value : masked(value)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
