import { useEffect, useState } from 'react'
import { useServices } from '../../../app/servicesContext.ts'
import { STORAGE_KEYS } from '../../../storageKeys.ts'
import { readLayout, type TerminalLayout, writeLayout } from './terminalLayout.ts'

/** The arrangement of this browser's terminals: a change in one tab is the others' too. */
export function useTerminalLayout(): { readonly layout: TerminalLayout; readonly change: (part: Partial<TerminalLayout>) => void } {
  const { storage } = useServices()
  const [layout, setLayout] = useState(() => readLayout(storage.get(STORAGE_KEYS.spotLayout)))
  useEffect(() => storage.subscribe(({ key, value }) => key === STORAGE_KEYS.spotLayout && setLayout(readLayout(value))), [storage])
  return {
    layout,
    change(part) {
      const next = { ...layout, ...part }
      storage.set(STORAGE_KEYS.spotLayout, writeLayout(next))
      setLayout(next)
    },
  }
}
