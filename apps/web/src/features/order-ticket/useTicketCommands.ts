import type { Store } from '@x/kit'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { changeType, type OrderDraft } from './orderDraft.ts'
import { isLimited, sizeFieldOf } from '../order-terms/index.ts'
import type { TicketQuotes } from './ticketProduct.ts'
import type { TicketTerminal } from './TicketTerminal.ts'

export interface TicketCommandTargets {
  readonly form: RefObject<HTMLFormElement | null>
  readonly quotes: Store<TicketQuotes>
  readonly draft: OrderDraft
  readonly edit: (draft: OrderDraft) => void
}

/**
 * The order form's share of the keys. Buy and sell start at the best price of their own side, where
 * a limit order rests first.
 */
export function useTicketCommands(
  terminal: TicketTerminal<OrderDraft>,
  { form, quotes, draft, edit }: TicketCommandTargets,
): void {
  const run = useEffectEvent((command: string) => {
    const focus = (name: string): void => {
      // After the form has been drawn with what the command changed.
      queueMicrotask(() => {
        const field = form.current?.querySelector<HTMLInputElement>(`input[data-name="${name}"]`)
        field?.focus()
        field?.select()
      })
    }
    switch (command) {
      case 'buy':
      case 'sell': {
        const { book } = quotes.getState()
        const best = (command === 'buy' ? book?.bids : book?.asks)?.[0]?.price
        if (best !== undefined && isLimited(draft.type))
          terminal.prices.pick(best, { side: command })
        else edit({ ...draft, side: command, share: undefined })
        return focus(sizeFieldOf({ ...draft, side: command }))
      }
      case 'limit':
      case 'market':
        edit(changeType(draft, command))
        return focus(command === 'limit' ? 'price' : sizeFieldOf({ ...draft, type: command }))
      case 'price':
        return focus('price')
      case 'amount':
        return focus(sizeFieldOf(draft))
      default:
    }
  })
  useEffect(() => terminal.commands.subscribe((command) => run(command)), [terminal])
}
