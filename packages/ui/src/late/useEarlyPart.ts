import { useEffect } from 'react'
import type { LatePart } from './createLatePart.ts'

let sign: Promise<unknown> | undefined
/** Somebody is there: the pointer moves or presses, or a key does. One promise a page. */
const somebody = () =>
  (sign ??= new Promise((resolve) =>
    ['pointermove', 'pointerdown', 'keydown'].forEach((name) =>
      addEventListener(name, resolve, { once: true }),
    ),
  ))

/**
 * Of a popup without an opener of its own to watch: its code is there before it opens
 * (docs/adr/ui.md). Not with the first load, but in idle time once somebody is there, and not for
 * who saves data. A failure is silent: opening asks again.
 */
export function useEarlyPart(part: Pick<LatePart<unknown>, 'load'>): void {
  useEffect(() => {
    if (
      (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData
    )
      return undefined
    let wanted = true
    // Safari has no idle time to give.
    void somebody().then(() =>
      (globalThis.requestIdleCallback ?? setTimeout)(() => wanted && void part.load()),
    )
    return () => {
      wanted = false
    }
  }, [part])
}
