import type { Page } from './model.ts'

interface Answer<E> {
  readonly data?: unknown
  readonly error?: E | undefined
}

/** Reads a list to its end, page by page; the first failure ends it. */
export async function allPages<T, E = unknown>(read: (cursor: string | null) => Answer<E> | PromiseLike<Answer<E>>): Promise<{ readonly items: readonly T[]; readonly error: E | undefined }> {
  const items: T[] = []
  let cursor: string | null = null
  do {
    // One after the other: where a page ends is known only then.
    // oxlint-disable-next-line no-await-in-loop
    const { data, error }: Answer<E> = await read(cursor)
    if (error !== undefined) return { items, error }
    const page = data as Page<T>
    items.push(...page.items)
    cursor = page.next || null
  } while (cursor !== null)
  return { items, error: undefined }
}
