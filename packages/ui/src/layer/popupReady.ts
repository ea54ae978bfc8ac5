import { createContext, useContext } from 'react'
import { createStore, type Store } from '@x/kit'
import { useStore } from '@x/kit/react'

/** The page itself is always ready. */
const PAGE: Store<boolean> = createStore(true)

/**
 * Whether the surrounding popup is ready: rendered, with its z-index and its focus. Effects run
 * from the inside out; without waiting, an inner popup would get the lower z-index (U1), be made
 * inert by the outer one, and be its parent in react-aria's focus tree.
 */
export const PopupReadyContext = createContext(PAGE)

/** Returns whether the surrounding popup is ready. */
export function useIsHostReady(): boolean {
  return useStore(useContext(PopupReadyContext))
}
