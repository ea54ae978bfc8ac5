import type { Store } from '@x/kit'
import { useStore } from '@x/kit/react'
import { useRef } from 'react'

/**
 * What is made of a store's state; drawn anew only when that says something else than before. For
 * small plain values, for they are compared as JSON.
 */
export function useDerived<S, T>(store: Store<S>, derive: (state: S) => T): T {
  const last = useRef<{ readonly text: string | undefined; readonly value: T } | undefined>(
    undefined,
  )
  return useStore(store, (state) => {
    const value = derive(state)
    const text = JSON.stringify(value)
    if (last.current && last.current.text === text) return last.current.value
    last.current = { text, value }
    return value
  })
}
