import { createPath, type Location, type Navigator, parsePath, type To } from 'react-router'

export type Movement = 'PUSH' | 'REPLACE' | 'POP'

export interface AddressState {
  readonly movement: Movement
  readonly location: Location
}

export interface Address {
  getState(): AddressState
  subscribe(listener: () => void): () => void
  readonly navigator: Navigator
}

/** What the browser keeps beside an entry: the caller's own state, and a name for the entry. */
interface Entry {
  readonly usr: unknown
  readonly key: string
}

/**
 * The browser's address as the router wants it. The router's own layer for browsers brings forms,
 * fetchers and prefetching along: five kilobytes of every first load that nobody here uses
 * (docs/adr/web.md).
 */
export function createAddress(
  window: Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'>,
): Address {
  const { history } = window
  const listeners = new Set<() => void>()
  let made = 0

  const read = (movement: Movement): AddressState => {
    const { pathname, search, hash } = window.location
    const entry = history.state as Entry | null
    return {
      movement,
      location: { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' },
    }
  }
  let state = read('POP')
  const moved = (movement: Movement) => {
    state = read(movement)
    for (const listener of listeners) listener()
  }
  const arrived = () => moved('POP')
  const createHref = (to: To) => (typeof to === 'string' ? to : createPath(to))
  const write = (movement: 'PUSH' | 'REPLACE', to: To, usr: unknown) => {
    const {
      pathname = window.location.pathname,
      search = '',
      hash = '',
    } = typeof to === 'string' ? parsePath(to) : to
    const entry: Entry = { usr: usr ?? null, key: `${Date.now().toString(36)}-${made++}` }
    const href = createPath({ pathname, search, hash })
    if (movement === 'PUSH') history.pushState(entry, '', href)
    else history.replaceState(entry, '', href)
    moved(movement)
  }

  return {
    getState: () => state,
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('popstate', arrived)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('popstate', arrived)
      }
    },
    navigator: {
      createHref,
      go: (delta) => history.go(delta),
      push: (to, usr) => write('PUSH', to, usr),
      replace: (to, usr) => write('REPLACE', to, usr),
    },
  }
}
