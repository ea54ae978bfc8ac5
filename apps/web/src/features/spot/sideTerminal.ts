import { createStore } from '@x/kit'
import type { Side } from '../../data/spot/model.ts'
import type { SavedDraft, TicketTerminal } from '../order-ticket/index.ts'
import type { TerminalStore } from './terminalStore.ts'

/**
 * The terminal as a form of one side sees it: prices go to both forms, but those picked for a side
 * and the commands of a side to that one alone; other commands to the form that buys.
 */
export function sideTerminal<Draft>(
  terminal: TerminalStore<Draft>,
  side: Side,
): TicketTerminal<Draft> {
  const { prices, commands, funds } = terminal
  return {
    prices: {
      ...prices,
      getState() {
        const pick = prices.getState()
        return pick?.side === undefined || pick.side === side ? pick : undefined
      },
    },
    funds,
    commands: {
      subscribe: (listener) =>
        commands.subscribe((command) => {
          if (command === side || (side === 'buy' && command !== 'sell')) listener(command)
        }),
    },
    savedDraft:
      side === 'buy' ? terminal.savedDraft : createStore<SavedDraft<Draft> | undefined>(undefined),
  }
}
