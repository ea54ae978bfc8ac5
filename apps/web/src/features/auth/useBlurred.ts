import { useState } from 'react'

/**
 * Which fields have been left once: nothing is judged before that, and everything after a try to
 * submit.
 */
export function useBlurred<K extends string>(): {
  has(field: K): boolean
  blur(field: K): () => void
  all(): void
} {
  const [fields, setFields] = useState<ReadonlySet<K> | 'all'>(new Set<K>())
  return {
    has: (field) => fields === 'all' || fields.has(field),
    blur: (field) => () =>
      setFields((before) => (before === 'all' ? before : new Set([...before, field]))),
    all: () => setFields('all'),
  }
}
