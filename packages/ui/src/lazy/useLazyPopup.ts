import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { useIsHostReady } from '../layer/popupReady.ts'
import { usePopupLayer } from '../layer/usePopupLayer.ts'
import type { LazyModule } from './createLazyModule.ts'
import { useLazyModule } from './useLazyModule.ts'

/** Options of `useLazyPopup`. */
export interface LazyPopupOptions {
  /** Open state of the trigger. */
  readonly isOpen: boolean
  /** `undefined` if Escape must not close it. */
  readonly onEscape: (() => void) | undefined
  /** Called when the code cannot be loaded; close the popup, so that the next press tries again. */
  readonly onFail: () => void
  /**
   * Anchor of the popup. A press or focus outside it while the code is loading closes the popup.
   */
  readonly anchor?: RefObject<Element | null>
}

/** State of a lazily loaded popup. */
export interface LazyPopup<T> {
  /**
   * Component of the popup; `undefined` until it was opened once. It stays for the exit animation.
   */
  readonly Layer: T | undefined
  /** False until the popup around it is ready, and when that closes. */
  readonly isOpen: boolean
  readonly zIndex: number
}

/**
 * Manages a popup whose code is loaded on demand. The trigger, Escape and the popup stack (U1)
 * treat it as open at once; it is visible when its code is loaded.
 */
export function useLazyPopup<T>(
  module: LazyModule<T>,
  { isOpen: wanted, onEscape, onFail, anchor }: LazyPopupOptions,
): LazyPopup<T> {
  const isHostReady = useIsHostReady()
  const isOpen = wanted && isHostReady
  const [used, setUsed] = useState(isOpen)
  if (isOpen && !used) setUsed(true)
  const ignore = () => {}
  const zIndex = usePopupLayer({ isOpen, onEscape: onEscape ?? ignore })
  const { Component } = useLazyModule(module, { wanted, onFail })
  const cancel = useEffectEvent(onFail)
  const waiting = isOpen && Component === undefined
  useEffect(() => {
    if (!waiting || !anchor) return undefined
    const onOutside = ({ target }: Event) => {
      if (target instanceof Node && !anchor.current?.contains(target)) cancel()
    }
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    return () => {
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
    }
  }, [waiting, anchor])
  return { Layer: used ? Component : undefined, isOpen, zIndex }
}
