import type { TimeInForce } from '@x/trading'
import { Checkbox } from '@x/ui/checkbox'
import { Select } from '@x/ui/select'
import { Skeleton } from '@x/ui/skeleton'
import { lazy } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './orderTicket.module.css'
import { useTicket } from './ticketContext.ts'
import { takesExits, takesTimeInForce } from '../order-terms/index.ts'

const ExitFields = lazy(() => import('./ExitFields.tsx'))

const TIMES_IN_FORCE = ['gtc', 'ioc', 'fok', 'post_only'] as const satisfies readonly TimeInForce[]

/** How long the order stands, and the exits that go with it. */
export function OrderOptions() {
  const t = useMessages()
  const { draft, edit } = useTicket()
  return (
    <>
      <div className={styles['options']}>
        {takesExits(draft.type) ? (
          <Checkbox checked={draft.hasExits} onChange={(hasExits) => edit({ ...draft, hasExits })}>
            {t('spot.exits')}
          </Checkbox>
        ) : null}
        {takesTimeInForce(draft.type) ? (
          <Select
            aria-label={t('spot.timeInForce')}
            size="mini"
            className={styles['force']}
            value={draft.timeInForce}
            onChange={(key) =>
              edit({
                ...draft,
                timeInForce: TIMES_IN_FORCE.find((known) => known === key) ?? 'gtc',
              })
            }
            options={TIMES_IN_FORCE.map((key) => ({
              value: key,
              label: key === 'post_only' ? t('spot.postOnly') : key.toUpperCase(),
            }))}
          />
        ) : null}
      </div>
      {takesExits(draft.type) && draft.hasExits ? (
        <LazyBoundary title={t('error.other')} fallback={<Skeleton height="136px" />}>
          <ExitFields />
        </LazyBoundary>
      ) : null}
    </>
  )
}
