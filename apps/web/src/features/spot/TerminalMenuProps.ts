import type { TerminalLayout } from './terminalLayout.ts'
import type { TerminalDesk } from './terminalDesk.ts'

export interface TerminalMenuProps {
  readonly desk: TerminalDesk
  readonly layout: TerminalLayout
  readonly change: (part: Partial<TerminalLayout>) => void
  readonly onTour: () => void
}
