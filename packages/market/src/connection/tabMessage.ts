import type { ConnectionState } from './MarketConnection.ts'

/** A message between the tabs of a browser; `from` is the id of the sending tab. */
export type TabMessage =
  | {
      /**
       * The keys of all topics that a tab subscribes to, and of those whose snapshot it needs. No
       * topics: the tab leaves.
       */
      readonly kind: 'subscriptions'
      readonly from: string
      readonly keys: readonly string[]
      readonly refresh: readonly string[]
    }
  | {
      /** The sender leads: it has the socket, in this state. */
      readonly kind: 'leader'
      readonly from: string
      readonly state: ConnectionState
    }
  | {
      /** A message of the server that the leader passes on. */
      readonly kind: 'message'
      readonly from: string
      readonly key: string
      readonly text: string
    }

/** Tabs may run different versions of the page: a change of this protocol changes its name. */
export const TAB_PROTOCOL = 'x-market-2'

/** Only pages of the same origin reach the channel; another message is a mistake of theirs. */
export const isTabMessage = (value: unknown): value is TabMessage =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'from' in value &&
  (value.kind === 'subscriptions' || value.kind === 'leader' || value.kind === 'message')
