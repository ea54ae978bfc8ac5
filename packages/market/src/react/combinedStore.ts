import type { Store } from '@x/kit'
import { initialOf } from './subscribingStore.ts'

/** Several stores as one; its state is a new object only when the state of a part has changed. */
export function combinedStore<T extends object>(parts: {
  readonly [K in keyof T]: Store<T[K]>
}): Store<Readonly<T>> {
  const names = Object.keys(parts) as (keyof T)[]
  const initial = Object.fromEntries(names.map((name) => [name, initialOf(parts[name])])) as T
  let current: Readonly<T> | undefined
  return {
    getInitialState: () => initial,
    getState() {
      const next = Object.fromEntries(names.map((name) => [name, parts[name].getState()])) as T
      if (!current || names.some((name) => !Object.is(current?.[name], next[name]))) current = next
      return current
    },
    subscribe(listener) {
      const stops = names.map((name) => parts[name].subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
