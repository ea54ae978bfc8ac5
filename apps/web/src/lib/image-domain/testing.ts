import { createManualClock, type ManualClock } from '@x/kit/testing'
import type { LoadImage } from './measureDomains.ts'

/**
 * What a domain does with each load: milliseconds until the image is there, or a failure. The last
 * entry stays.
 */
export type Behaviour = readonly (number | 'fails' | 'hangs')[]

/** A network of domains on a manual clock. A hanging load ends only by its signal. */
export function createImageNetwork(
  domains: Readonly<Record<string, Behaviour>>,
  { clock = createManualClock() }: { readonly clock?: ManualClock } = {},
) {
  const asked: string[] = []
  const counts = new Map<string, number>()
  let open = 0
  const loadImage: LoadImage = (url, { signal }) => {
    asked.push(url)
    const origin = url.startsWith('/') ? '' : new URL(url).origin
    const count = counts.get(origin) ?? 0
    counts.set(origin, count + 1)
    const behaviour = domains[origin] ?? ['fails']
    const what = behaviour[Math.min(count, behaviour.length - 1)] ?? 'fails'
    open++
    const loading = new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      if (what === 'fails') reject(new Error('no image'))
      else if (what !== 'hangs') clock.after(what, resolve)
    })
    return loading.finally(() => open--)
  }
  return {
    clock,
    loadImage,
    asked,
    open: () => open,
    loadsOf: (origin: string) => counts.get(origin) ?? 0,
  }
}
