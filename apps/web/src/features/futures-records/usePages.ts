import { useEffect, useRef, useState } from 'react'

/** A list as far as it has been read. */
export interface Pages<T> {
  readonly items: readonly T[]
  /** Whether there is an older page. */
  readonly hasMore: boolean
  readonly isBusy: boolean
  readonly error: unknown
  more(): void
}

interface PageOf<T> {
  readonly items: readonly T[]
  readonly next: string | null
}

/** A list that is read page by page, the first one at once. */
export function usePages<T>(
  load: (cursor: string | undefined, before: T | undefined) => Promise<PageOf<T>>,
): Pages<T> {
  const [items, setItems] = useState<readonly T[]>([])
  const [next, setNext] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(true)
  const [error, setError] = useState<unknown>(undefined)
  const isGone = useRef(false)

  const read = async (cursor: string | undefined): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      const page = await load(cursor, items.at(-1))
      if (isGone.current) return
      setItems((known) => [...known, ...page.items])
      setNext(page.next)
    } catch (failure) {
      if (!isGone.current) setError(failure)
    } finally {
      if (!isGone.current) setBusy(false)
    }
  }
  // Once: what it reads is named by the key of what shows it.
  const first = useRef(read)
  useEffect(() => {
    isGone.current = false
    void first.current(undefined)
    return () => {
      isGone.current = true
    }
  }, [])
  return {
    items,
    hasMore: next !== null,
    isBusy,
    error,
    more: () => void read(next ?? undefined),
  }
}
