import type { ConnectionState } from './createConnection.ts'

/**
 * What the tabs of a browser say to one another. `hold`: all topics that a tab holds, and those of
 * which it wants a snapshot; none held is a farewell. `lead`: who has the socket, and how it is.
 * `text`: a message of the server, by the key of its topic.
 */
export type TabMessage =
  | {
      readonly kind: 'hold'
      readonly from: string
      readonly held: readonly string[]
      readonly ask: readonly string[]
    }
  | { readonly kind: 'lead'; readonly from: string; readonly state: ConnectionState }
  | { readonly kind: 'text'; readonly from: string; readonly key: string; readonly text: string }

/** Tabs may run pages of different versions: what changes this protocol changes its name. */
export const TAB_PROTOCOL = 'x-market-1'

/**
 * Only pages of our own origin reach the channel; a foreign message is one that a script of it
 * posted by mistake.
 */
export const isTabMessage = (value: unknown): value is TabMessage =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'from' in value &&
  (value.kind === 'hold' || value.kind === 'lead' || value.kind === 'text')
