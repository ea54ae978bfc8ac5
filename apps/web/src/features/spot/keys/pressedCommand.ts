import type { PageServices } from '../../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import { isAnotherPair } from '../../../lib/isAnotherPair.ts'
import { commandOf, type Press, readKeymap, type TerminalCommand } from './keymap.ts'

export interface CommandContext extends Pick<PageServices, 'storage' | 'location'> {
  /** The pair of the terminal that received the key. */
  readonly spec: { readonly symbol: string }
}

/**
 * What a key asks a terminal for: nothing, once another pair is chosen (docs/adr/order-form.md).
 */
export function pressedCommand(
  press: Press,
  { storage, location, spec }: CommandContext,
): TerminalCommand | undefined {
  return isAnotherPair(location.path(), spec)
    ? undefined
    : commandOf(readKeymap(storage.get(STORAGE_KEYS.keymap)), press)
}
