import { Slider } from '@x/ui/slider'
import { lazy } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import { AvailableLine } from './AvailableLine.tsx'
import { Estimates } from './Estimates.tsx'
import { setShare, shareOf } from './orderDraft.ts'
import { OrderFields } from './OrderFields.tsx'
import { OrderOptions } from './OrderOptions.tsx'
import styles from './orderTicket.module.css'
import type { SpotTypes } from './spotRules.ts'
import { TicketContext } from './ticketContext.ts'
import type { TicketFieldsProps } from './ticketView.ts'
import { TypeChoice } from './TypeChoice.tsx'
import { useTicketCommands } from './useTicketCommands.ts'

const AverageLine = lazy(async () => ({
  default: (await import('./AverageLine.tsx')).AverageLine,
}))
const NOTHING = () => {}

/** The fields of a spot order, with what it would cost and bring. */
export function SpotFields({
  view,
  available,
  figures,
  isReady,
  hasUser,
  form,
  quotes,
  terminal,
}: TicketFieldsProps<SpotTypes>) {
  const t = useMessages()
  const { spec, draft, edit } = view
  useTicketCommands(terminal, { form, quotes, draft, edit })
  return (
    <TicketContext value={view}>
      <TypeChoice />
      <AvailableLine spec={spec} side={draft.side} available={available} />
      <OrderFields />
      <Slider
        className={styles['share']}
        label={t('spot.share')}
        value={shareOf(draft, available)}
        tone={draft.side === 'buy' ? 'up' : 'down'}
        disabled={!available}
        onChange={(share) => available && edit(setShare(draft, { share, available, spec }))}
      />
      <OrderOptions />
      <Estimates spec={spec} draft={draft} figures={figures}>
        {hasUser ? (
          <OptionalLazyBoundary quiet onFail={NOTHING}>
            <AverageLine spec={spec} draft={draft} figures={figures} isReady={isReady} />
          </OptionalLazyBoundary>
        ) : null}
      </Estimates>
    </TicketContext>
  )
}
