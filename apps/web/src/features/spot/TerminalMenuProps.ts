import type { TerminalLayout } from './terminalLayout.ts'
import type { TerminalStore } from './terminalStore.ts'

export interface TerminalMenuProps {
  readonly terminal: Pick<TerminalStore<unknown>, 'commands'>
  readonly layout: TerminalLayout
  readonly change: (part: Partial<TerminalLayout>) => void
  readonly onTour: () => void
}
