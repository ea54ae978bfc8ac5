import { type RefObject, useEffect, useRef } from 'react'

const GLOW_MS = 1_000

/** Lights up rows that were not there before for a second, unless motion is reduced. */
export function useRowGlow(
  list: RefObject<HTMLElement | null>,
  { keys }: { readonly keys: readonly string[] | undefined },
): void {
  const before = useRef<ReadonlySet<string> | undefined>(undefined)
  const now = keys?.join(' ')
  useEffect(() => {
    if (now === undefined) return
    const known = before.current
    before.current = new Set(now.split(' '))
    if (!known || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const key of before.current) {
      const row = known.has(key)
        ? null
        : list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
      // Test environments without animations do not have this method.
      if (typeof row?.animate === 'function')
        row.animate(
          [
            { backgroundColor: 'color-mix(in srgb, var(--x-accent) 24%, transparent)' },
            { backgroundColor: 'transparent' },
          ],
          { duration: GLOW_MS, easing: 'ease-out' },
        )
    }
  }, [list, now])
}
