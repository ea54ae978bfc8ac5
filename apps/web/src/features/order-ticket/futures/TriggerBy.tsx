import { SegmentedControl } from '@x/ui/segmented-control'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import styles from '../orderTicket.module.css'
import type { TicketView } from '../ticketView.ts'
import type { FuturesTypes } from './futuresTypes.ts'

/** What triggers are compared with. */
export function TriggerBy({ draft, edit }: Pick<TicketView<FuturesTypes>, 'draft' | 'edit'>) {
  const t = useFuturesMessages()
  return (
    <div className={`${styles['line']} ${styles['choice']}`} data-stacked="">
      <span aria-hidden="true">{t('positions.triggerBy')}</span>
      <SegmentedControl
        aria-label={t('positions.triggerBy')}
        size="mini"
        value={draft.triggerBy}
        onChange={(triggerBy) => edit({ ...draft, triggerBy })}
        segments={[
          { value: 'last', label: t('positions.last') },
          { value: 'mark', label: t('positions.mark') },
          { value: 'index', label: t('positions.index') },
        ]}
      />
    </div>
  )
}
