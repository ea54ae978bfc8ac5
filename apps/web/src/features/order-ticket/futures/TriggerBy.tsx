import { Select, type SelectProps } from '@x/ui/select'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import styles from '../orderTicket.module.css'
import type { TicketView } from '../ticketView.ts'
import type { FuturesTypes } from './futuresTypes.ts'

const PRICES = ['last', 'mark', 'index'] as const

type TriggerByProps = Pick<TicketView<FuturesTypes>, 'draft' | 'edit'>

/** What triggers are compared with, in a line of its own. */
export function TriggerBy(props: TriggerByProps) {
  const t = useFuturesMessages()
  return (
    <div className={`${styles['line']} ${styles['choice']}`}>
      <span aria-hidden="true">{t('positions.triggerBy')}</span>
      <TriggerBySelect {...props} style={{ inlineSize: 136 }} />
    </div>
  )
}

/** The prices that may be compared; in the field of the trigger it is a line less on a phone. */
export function TriggerBySelect({
  draft,
  edit,
  ...look
}: TriggerByProps & Pick<SelectProps, 'className' | 'style'>) {
  const t = useFuturesMessages()
  return (
    <Select
      aria-label={t('positions.triggerBy')}
      size="mini"
      {...look}
      value={draft.triggerBy}
      options={PRICES.map((value) => ({ value, label: t(`positions.${value}`) }))}
      onChange={(key) =>
        edit({ ...draft, triggerBy: PRICES.find((price) => price === key) ?? 'last' })
      }
    />
  )
}
