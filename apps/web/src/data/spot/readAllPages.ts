import type { DataServices } from '../store/dataServices.ts'
import { selectSessionKey } from '../store/slice.ts'
import type { AppDispatch, AppState } from '../store/store.ts'
import type { Page } from './model.ts'

/** How a reading ended: with everything, stopped, or left for another account or other funds. */
export type PagesEnd = 'done' | 'stopped' | 'left'

interface Question {
  readonly path: string
  readonly data: Readonly<Record<string, string | undefined>>
}

interface Counted<R> extends Page<R> {
  /** How many there are in all, where the server counts them; of the first page. */
  readonly total?: number | null
}

export interface ReadAllOptions<R> {
  readonly signal: AbortSignal
  /** Rows of a page, how many have come, and how many there are where that is known. */
  readonly onPage: (
    rows: readonly R[],
    progress: { readonly done: number; readonly total: number | undefined },
  ) => void
}

/** One page of many that did not come is asked for again, or all before it were for nothing. */
const RETRIES = 3
/** In milliseconds: thousands of lines take a busy server longer than what a screen shows. */
const TIMEOUT = 60_000

/** Asks for the page that begins at a cursor; `null`: the first one. */
export type PageQuestion = (cursor: string | null) => Question

/**
 * A list from its beginning to its end, page by page, for a file; of one account and one kind of
 * funds.
 * @throws RequestError
 */
export function readAllPages<R>(questionAt: PageQuestion, { signal, onPage }: ReadAllOptions<R>) {
  return async (
    _dispatch: AppDispatch,
    getState: () => AppState,
    { client }: DataServices,
  ): Promise<PagesEnd> => {
    const owner = selectSessionKey(getState())
    let total: number | undefined
    let done = 0
    for (let cursor: string | null = null; ;) {
      const { path, data }: Question = questionAt(cursor)
      // One after the other: where a page ends is known only then.
      // oxlint-disable-next-line no-await-in-loop
      const page: Counted<R> = await client.get<Counted<R>>(path, {
        data,
        silent: true,
        retries: RETRIES,
        timeoutMs: TIMEOUT,
      })
      if (selectSessionKey(getState()) !== owner) return 'left'
      if (signal.aborted) return 'stopped'
      done += page.items.length
      total = page.total ?? total
      onPage(page.items, { done, total: total === undefined ? undefined : Math.max(done, total) })
      cursor = page.next || null
      if (cursor === null) return 'done'
    }
  }
}
