import type { Store } from '@x/kit'
import type { BookStatus, BookView } from '../model.ts'
import { initialOf } from './subscribingStore.ts'

/** The status of a book and its time. */
export interface TimedBookStatus {
  readonly status: BookStatus
  /** Local time of the last message before the status began, ms since the epoch. */
  readonly receivedAt: number
}

/** The status of a book as a store, which changes only when the status does. */
export function bookStatusStore(
  book: Store<BookView | undefined>,
): Store<TimedBookStatus | undefined> {
  let current: TimedBookStatus | undefined
  const view = initialOf(book)
  const initial = view && { status: view.status, receivedAt: view.receivedAt }
  return {
    getInitialState: () => initial,
    getState() {
      const view = book.getState()
      if (view?.status !== current?.status)
        current = view && { status: view.status, receivedAt: view.receivedAt }
      return current
    },
    subscribe: book.subscribe,
  }
}
