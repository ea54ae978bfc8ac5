import { SegmentedControl } from '@x/ui/segmented-control'
import { Select } from '@x/ui/select'
import { lazy, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './orderTicket.module.css'
import { changeType } from './orderDraft.ts'
import { useTicket } from './ticketContext.ts'
import { CONDITIONAL_TYPES, isConditional } from '../order-terms/index.ts'

const FirstUse = lazy(() => import('./FirstUse.tsx'))
const AlgoDialog = lazy(() => import('./algo/AlgoDialog.tsx'))
const NOTHING = () => {}
const ALGO = 'algo'

/** Limit and market as buttons, conditional orders in a list. */
export function TypeChoice() {
  const t = useMessages()
  const ticket = useTicket()
  const { draft, edit } = ticket
  const [hasAlgo, setAlgo] = useState(false)
  const conditional = isConditional(draft.type)
  return (
    <>
      <SegmentedControl
        aria-label={t('spot.orderType')}
        block
        size="small"
        value={draft.type === 'limit' || draft.type === 'market' ? draft.type : 'conditional'}
        onChange={(key) => edit(changeType(draft, key === 'conditional' ? 'stop_limit' : key))}
        segments={[
          { value: 'limit', label: t('spot.limit') },
          { value: 'market', label: t('spot.market') },
          { value: 'conditional', label: t('spot.conditional') },
        ]}
      />
      {conditional ? (
        <>
          <Select
            aria-label={t('spot.conditionalType')}
            size="small"
            className={styles['conditional']}
            value={draft.type}
            onChange={(key) => {
              if (key === ALGO) return setAlgo(true)
              edit(
                changeType(draft, CONDITIONAL_TYPES.find((type) => type === key) ?? 'stop_limit'),
              )
            }}
            options={[
              ...CONDITIONAL_TYPES.map((key) => ({ value: key, label: t(`spot.type.${key}`) })),
              { value: ALGO, label: t('spot.algo') },
            ]}
          />
          <OptionalLazyBoundary quiet onFail={NOTHING}>
            <FirstUse key={draft.type} guide={draft.type === 'oco' ? 'oco' : 'plan'} />
          </OptionalLazyBoundary>
          {hasAlgo ? (
            <OptionalLazyBoundary onFail={() => setAlgo(false)}>
              <AlgoDialog ticket={ticket} onClose={() => setAlgo(false)} />
            </OptionalLazyBoundary>
          ) : null}
        </>
      ) : null}
    </>
  )
}
