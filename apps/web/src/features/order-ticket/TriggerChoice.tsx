import { SegmentedControl } from '@x/ui/segmented-control'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './orderTicket.module.css'
import { useTicket } from './ticketContext.ts'

/**
 * What the triggers of an order are measured against, with its texts, which only orders that wait
 * need.
 */
export default function TriggerChoice() {
  return (
    <PageTexts>
      <Choice />
    </PageTexts>
  )
}

function Choice() {
  const t = usePageMessages()
  const { draft, edit } = useTicket()
  return (
    <div className={`${styles['line']} ${styles['choice']}`}>
      <span aria-hidden="true">{t('trigger.by')}</span>
      <SegmentedControl
        aria-label={t('trigger.by')}
        size="mini"
        value={draft.triggerBy}
        onChange={(triggerBy) => edit({ ...draft, triggerBy })}
        segments={[
          { value: 'last', label: t('spot.last') },
          { value: 'mark', label: t('trigger.mark') },
        ]}
      />
    </div>
  )
}
