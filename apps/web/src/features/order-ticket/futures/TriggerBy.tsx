import { Select } from '@x/ui/select'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import styles from '../orderTicket.module.css'
import type { TicketView } from '../ticketView.ts'
import type { FuturesTypes } from './futuresTypes.ts'

const PRICES = ['last', 'mark', 'index'] as const

/** What triggers are compared with: three names side by side are wider than a phone's form. */
export function TriggerBy({ draft, edit }: Pick<TicketView<FuturesTypes>, 'draft' | 'edit'>) {
  const t = useFuturesMessages()
  const label = t('positions.triggerBy')
  return (
    <div className={`${styles['line']} ${styles['choice']}`}>
      <span aria-hidden="true">{label}</span>
      <Select
        aria-label={label}
        size="mini"
        style={{ inlineSize: 136 }}
        value={draft.triggerBy}
        options={PRICES.map((value) => ({ value, label: t(`positions.${value}`) }))}
        onChange={(key) =>
          edit({ ...draft, triggerBy: PRICES.find((price) => price === key) ?? 'last' })
        }
      />
    </div>
  )
}
