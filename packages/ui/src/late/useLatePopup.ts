import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { useHostStands } from '../layer/popupHost.ts'
import { usePopupLayer } from '../layer/usePopupLayer.ts'
import type { LatePart } from './createLatePart.ts'
import { useLatePart } from './useLatePart.ts'

export interface LatePopupOptions {
  /** As its opener wants it. */
  readonly isOpen: boolean
  /** `undefined` where Escape may not close it. */
  readonly onEscape: (() => void) | undefined
  /** Its code could not be fetched: give up being open, so that the next press is a new attempt. */
  readonly onFail: () => void
  /**
   * Of a popup that hangs on an element: whoever turns elsewhere while the code is on its way no
   * longer wants it.
   */
  readonly anchor?: RefObject<Element | null>
}

export interface LatePopup<T> {
  /**
   * What draws the popup; `undefined` as long as it was never opened. It stays once used, for the
   * exit animation.
   */
  readonly Layer: T | undefined
  /** As it is: the popup around it comes first, and takes it along when it shuts. */
  readonly isOpen: boolean
  readonly zIndex: number
}

/**
 * A popup that is open at once for its opener, for Escape and in the stack of popups (U1), and in
 * sight once its code is there.
 */
export function useLatePopup<T>(
  part: LatePart<T>,
  { isOpen: wanted, onEscape, onFail, anchor }: LatePopupOptions,
): LatePopup<T> {
  const hostStands = useHostStands()
  const isOpen = wanted && hostStands
  const [used, setUsed] = useState(isOpen)
  if (isOpen && !used) setUsed(true)
  const ignore = () => {}
  const zIndex = usePopupLayer({ isOpen, onEscape: onEscape ?? ignore })
  const { Part } = useLatePart(part, { wanted, onFail })
  const giveUp = useEffectEvent(onFail)
  const waiting = isOpen && Part === undefined
  useEffect(() => {
    if (!waiting || !anchor) return undefined
    const onTurn = ({ target }: Event) => {
      if (target instanceof Node && !anchor.current?.contains(target)) giveUp()
    }
    document.addEventListener('pointerdown', onTurn)
    document.addEventListener('focusin', onTurn)
    return () => {
      document.removeEventListener('pointerdown', onTurn)
      document.removeEventListener('focusin', onTurn)
    }
  }, [waiting, anchor])
  return { Layer: used ? Part : undefined, isOpen, zIndex }
}
