import type { Page } from './model.ts'

interface Answer<E> {
  readonly data?: unknown
  readonly error?: E | undefined
}

export interface PagesRead<T, E> extends Page<T> {
  readonly error: E | undefined
}

interface ReadPagesOptions<T> {
  /** Whether what has been read is as much as is wanted, though the list goes on. */
  readonly isEnough?: (read: Page<T>, count: { readonly pages: number }) => boolean
}

/** Reads a list page by page, to its end if nothing else is said; the first failure ends it. */
export async function readPages<T, E = unknown>(
  read: (cursor: string | null) => Answer<E> | PromiseLike<Answer<E>>,
  { isEnough = () => false }: ReadPagesOptions<T> = {},
): Promise<PagesRead<T, E>> {
  const items: T[] = []
  for (let pages = 1, cursor: string | null = null; ; pages++) {
    // One after the other: where a page ends is known only then.
    // oxlint-disable-next-line no-await-in-loop
    const { data, error }: Answer<E> = await read(cursor)
    if (error !== undefined) return { items, next: cursor, error }
    const page = data as Page<T>
    items.push(...page.items)
    cursor = page.next || null
    if (cursor === null || isEnough({ items, next: cursor }, { pages }))
      return { items, next: cursor, error: undefined }
  }
}
