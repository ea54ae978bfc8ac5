import type { Store } from '@x/kit'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { TicketQuotes } from '../ticketProduct.ts'
import type { TicketTerminal } from '../TicketTerminal.ts'
import { type FuturesDraft, hasLimit } from './futuresDraft.ts'

/** The order form's share of the keys: those of spot; buy opens a long, sell a short. */
export function useFuturesCommands(
  terminal: TicketTerminal<FuturesDraft>,
  {
    form,
    quotes,
    draft,
    edit,
  }: {
    readonly form: RefObject<HTMLFormElement | null>
    readonly quotes: Store<TicketQuotes>
    readonly draft: FuturesDraft
    readonly edit: (draft: FuturesDraft) => void
  },
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
        if (best !== undefined && hasLimit(draft)) terminal.prices.pick(best, { side: command })
        else edit({ ...draft, side: command, share: undefined })
        return focus('size')
      }
      case 'limit':
      case 'market':
        edit({ ...draft, type: command, share: undefined })
        return focus(command === 'limit' ? 'price' : 'size')
      case 'price':
        return focus('price')
      case 'amount':
        return focus('size')
      default:
    }
  })
  useEffect(() => terminal.commands.subscribe((command) => run(command)), [terminal])
}
