import { useStore } from '@x/kit/react'
import { type CSSProperties, useEffect, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import styles from './terminal.module.css'
import { PANELS, readLayout, type TerminalLayout, writeLayout } from './terminalLayout.ts'

interface UsedLayout {
  readonly layout: TerminalLayout
  readonly change: (part: Partial<TerminalLayout>) => void
  /**
   * For the element of the terminal, and of its skeleton, so that nothing moves when the one takes
   * the place of the other.
   */
  readonly rootProps: {
    readonly className: string
    readonly 'data-side': TerminalLayout['side']
    readonly 'data-preset': TerminalLayout['preset']
    readonly style: CSSProperties
  }
}

/**
 * The arrangement of this browser's terminals: a change in one tab is the others' too. The side is
 * the preference of the specification (spec 3.5): `right` is where a text ends, also in Arabic.
 */
export function useTerminalLayout(): UsedLayout {
  const { storage, preferences } = useServices()
  const side = useStore(preferences, (state) => (state.layout === 'left' ? 'start' : 'end'))
  const [stored, setLayout] = useState(() => readLayout(storage.get(STORAGE_KEYS.spotLayout)))
  const layout = { ...stored, side } as const
  useEffect(
    () =>
      storage.subscribe(
        ({ key, value }) => key === STORAGE_KEYS.spotLayout && setLayout(readLayout(value)),
      ),
    [storage],
  )
  return {
    layout,
    rootProps: {
      className: `${styles['terminal']} ${layout.preset === 'full' ? styles['full'] : ''}`,
      'data-side': layout.side,
      'data-preset': layout.preset,
      style: Object.fromEntries(
        PANELS.map((panel) => [`--${panel}`, layout[panel] && `${layout[panel]}px`]),
      ),
    },
    change(part) {
      const next = { ...layout, ...part }
      if (next.side !== side) preferences.set({ layout: next.side === 'start' ? 'left' : 'right' })
      storage.set(STORAGE_KEYS.spotLayout, writeLayout(next))
      setLayout(next)
    },
  }
}
