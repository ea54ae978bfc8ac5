import { useEffect } from 'react'
import type { LazyModule } from './createLazyModule.ts'

let firstInput: Promise<unknown> | undefined
/** Resolves at the first pointer or key event on the page. */
const onFirstInput = () =>
  (firstInput ??= new Promise((resolve) =>
    ['pointermove', 'pointerdown', 'keydown'].forEach((name) =>
      addEventListener(name, resolve, { once: true }),
    ),
  ))

/**
 * Loads the code of a popup that has no trigger, such as a dialog, before it opens: in idle time
 * after the first input, and not with Save-Data or offline, because browsers may remember a failed
 * module. A failure is ignored: opening reports it.
 */
export function usePreload(module: Pick<LazyModule<unknown>, 'load'>): void {
  useEffect(() => {
    if (
      (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData
    )
      return undefined
    let wanted = true
    // Safari has no `requestIdleCallback`.
    void onFirstInput().then(() =>
      (globalThis.requestIdleCallback ?? setTimeout)(
        () => wanted && navigator.onLine && void module.load(),
      ),
    )
    return () => {
      wanted = false
    }
  }, [module])
}
