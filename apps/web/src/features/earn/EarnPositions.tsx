import { useDates, useNumbers } from '@x/locale/react'
import { Badge } from '@x/ui/badge'
import { Button } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { SkeletonRows } from '@x/ui/skeleton'
import { Switch } from '@x/ui/switch'
import { useState } from 'react'
import { type EarnPosition, setAutoRenew, useEarnPositions } from '../../data/earn/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from '../../lib/product-page/product.module.css'
import own from './earn.module.css'
import { RedeemDialog } from './RedeemDialog.tsx'
import { useProductName } from './useProductName.ts'
import { useRedeem } from './useRedeem.ts'

/** What the user has in products, with the way out. */
export function EarnPositions() {
  const t = useProductMessages()
  const { data, error, refetch } = useEarnPositions()
  return (
    <section className={styles['card']} aria-labelledby="earn-positions">
      <h2 id="earn-positions" className={styles['heading']}>
        {t('earn.mine')}
      </h2>
      {data ? null : error ? (
        <ErrorState
          title={t('orders.failed')}
          onRetry={refetch}
          traceId={failureOf(error).traceId}
        />
      ) : (
        <SkeletonRows rows={3} />
      )}
      {data?.length === 0 ? <EmptyState>{t('earn.none')}</EmptyState> : null}
      <ul className={styles['rows']}>
        {data?.map((position) => (
          <Position key={position.positionId} position={position} />
        ))}
      </ul>
    </section>
  )
}

function Position({ position }: { readonly position: EarnPosition }) {
  const t = useProductMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const { name } = useProductName()
  const redemption = useRedeem(position)
  const [isChoosing, setChoosing] = useState(false)
  const { asset, principal, interestPaid, interestDue, status, endsAt, startsAt } = position
  const figure = (text: string) => (
    <NumberText unit={asset}>{numbers.number(text, { digits: 8, trim: true })}</NumberText>
  )
  const states = {
    subscribed: t('earn.starts', { date: dates.date(startsAt, 'date') }),
    earning:
      endsAt === null ? t('earn.earning') : t('earn.ends', { date: dates.date(endsAt, 'date') }),
    redeeming: t('earn.redeeming'),
    closed: t('orders.status.expired'),
  }
  return (
    <li className={styles['row']}>
      <span className={styles['line']}>
        <bdi className={own['name']}>{name(position)}</bdi>
        <Badge tone={status === 'earning' ? 'success' : 'neutral'}>{states[status]}</Badge>
      </span>
      <dl className={styles['figures']}>
        <div>
          <dt>{t('earn.principal')}</dt>
          <dd>{figure(principal)}</dd>
        </div>
        <div>
          <dt>{t('earn.interest')}</dt>
          <dd>{figure(position.days === 0 ? interestPaid : interestDue)}</dd>
        </div>
      </dl>
      <span className={styles['line']}>
        {position.days > 0 ? <AutoRenew position={position} /> : <span />}
        <Button
          size="small"
          loading={redemption.isBusy}
          disabled={status === 'redeeming'}
          disabledReason={t('earn.redeeming')}
          onClick={position.days > 0 ? redemption.breakTerm : () => setChoosing(true)}
        >
          {t('earn.redeem')}
        </Button>
      </span>
      {isChoosing ? (
        <RedeemDialog
          position={position}
          redemption={redemption}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </li>
  )
}

function AutoRenew({ position: { positionId, autoRenew } }: { readonly position: EarnPosition }) {
  const t = useProductMessages()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const change = (enabled: boolean) =>
    void dispatch(setAutoRenew(positionId, enabled)).catch((error: unknown) =>
      toasts.error(serverText(error, t)),
    )
  return (
    <Switch checked={autoRenew} onChange={change}>
      {t('earn.autoRenew')}
    </Switch>
  )
}
