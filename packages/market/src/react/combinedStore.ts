import type { Store } from '@x/kit'

/** Several stores as one, whose state is another only where that of a part is. */
export function combinedStore<T extends object>(parts: {
  readonly [K in keyof T]: Store<T[K]>
}): Store<Readonly<T>> {
  const names = Object.keys(parts) as (keyof T)[]
  let shown: Readonly<T> | undefined
  return {
    getState() {
      const next = Object.fromEntries(names.map((name) => [name, parts[name].getState()])) as T
      if (!shown || names.some((name) => !Object.is(shown?.[name], next[name]))) shown = next
      return shown
    },
    subscribe(listener) {
      const stops = names.map((name) => parts[name].subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
