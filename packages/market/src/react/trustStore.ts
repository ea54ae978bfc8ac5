import type { Store } from '@x/kit'
import type { BookView } from '../model.ts'

/** How far a book can be believed. */
export interface BookTrust {
  readonly status: BookView['status']
  /** When the message came with which it became so, milliseconds since 1970. */
  readonly receivedAt: number
}

/** What a book says of itself: another value only where its status is another. */
export function trustStore(book: Store<BookView | undefined>): Store<BookTrust | undefined> {
  let shown: BookTrust | undefined
  return {
    getState() {
      const view = book.getState()
      if (view?.status !== shown?.status)
        shown = view && { status: view.status, receivedAt: view.receivedAt }
      return shown
    },
    subscribe: book.subscribe,
  }
}
