import type { Emitter } from '@x/kit'
import { useEffect } from 'react'
import { useServices } from '../../../lib/services/servicesContext.ts'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import type { TerminalCommand } from './keymap.ts'

const TYPED_INTO =
  'input:not([type="radio"]):not([type="checkbox"]):not([type="range"]), ' +
  'textarea, select, [contenteditable]'
const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * Turns keys into commands wherever nothing is typed and nothing lies above the terminal; Escape
 * leaves what is typed into. The map of keys is fetched with the first one.
 */
export function useTerminalKeys(
  terminal: { readonly commands: Pick<Emitter<TerminalCommand>, 'emit'> },
  spec: Pick<SpotSymbol, 'symbol'>,
): void {
  const { storage, location } = useServices()
  useEffect(() => {
    let typed = 0
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, altKey, metaKey } = event
      const target = event.target instanceof Element ? event.target : undefined
      const field = target?.closest(TYPED_INTO)
      if (
        event.defaultPrevented ||
        event.isComposing ||
        event.repeat ||
        ctrlKey ||
        altKey ||
        metaKey ||
        document.querySelector(OVERLAY)
      )
        return
      // Not to nowhere: a screen reader stays in what the field belongs to.
      if (field && key === 'Escape')
        field.closest<HTMLElement>('form[tabindex], main')?.focus({ preventScroll: true })
      // Names of keys are of Latin letters; one key of an Arabic keyboard writes two characters.
      if (key.length > 1 && key < '~') return
      if (field) return void typed++
      // Who types by the time the map is here is not called away: the command would write over it.
      const before = typed
      void import('./pressedCommand.ts').then(({ pressedCommand }) => {
        const command = pressedCommand(event, { storage, location, spec })
        if (command && typed === before) terminal.commands.emit(command)
      })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [terminal, storage, location, spec])
}
