import { createEmitter, type Emitter } from '@x/kit'
import type { TerminalCommand } from './keys/keymap.ts'
import { createPriceDesk, type PriceDesk } from './pickedPrice.ts'

/** What the panels of one terminal tell each other. */
export interface TerminalDesk {
  readonly prices: PriceDesk
  /** What was asked for by key. */
  readonly commands: Emitter<TerminalCommand>
}

export const createTerminalDesk = (): TerminalDesk => ({ prices: createPriceDesk(), commands: createEmitter<TerminalCommand>() })
