import { SegmentedControl } from '@x/ui/segmented-control'
import { Select } from '@x/ui/select'
import { PHONE, useMedia } from '../../../lib/media/useMedia.ts'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import styles from '../orderTicket.module.css'
import type { TicketView } from '../ticketView.ts'
import type { FuturesTypes } from './futuresTypes.ts'

const PRICES = ['last', 'mark', 'index'] as const

/** What triggers are compared with. */
export function TriggerBy({ draft, edit }: Pick<TicketView<FuturesTypes>, 'draft' | 'edit'>) {
  const t = useFuturesMessages()
  const isPhone = useMedia(PHONE)
  const prices = PRICES.map((value) => ({ value, label: t(`positions.${value}`) }))
  const change = (key: string | null) =>
    edit({ ...draft, triggerBy: PRICES.find((price) => price === key) ?? 'last' })
  const common = {
    'aria-label': t('positions.triggerBy'),
    size: 'mini',
    value: draft.triggerBy,
  } as const
  // Three names side by side are wider than the form beside the book.
  return (
    <div className={`${styles['line']} ${styles['choice']}`} data-stacked="">
      <span aria-hidden="true">{t('positions.triggerBy')}</span>
      {isPhone ? (
        <Select {...common} options={prices} onChange={change} />
      ) : (
        <SegmentedControl {...common} segments={prices} onChange={change} />
      )}
    </div>
  )
}
