import { createContext, useContext } from 'react'
import { createStore, type Store } from '@x/kit'
import { useStore } from '@x/kit/react'

/** The page is there before any popup. */
const PAGE: Store<boolean> = createStore(true)

/**
 * Whether the popup around stands: it is drawn, has its number and its focus. Effects of one commit
 * run from the inside outwards; an inner popup that did not wait would have the lower number (U1),
 * be made inert by the outer one, and be its parent in the engine’s tree of focus (docs/adr/ui.md).
 */
export const PopupHost = createContext(PAGE)

export function useHostStands(): boolean {
  return useStore(useContext(PopupHost))
}
