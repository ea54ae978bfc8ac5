import type { KeyLookup } from '@x/gateway-sign/server'
import { createKeyLookup } from './clientKeys.ts'
import { createSessions, type Sessions, type SessionsOptions } from './createSessions.ts'

export interface SessionsModule {
  readonly sessions: Sessions
  /** The client keys that sign requests. */
  readonly keys: KeyLookup
}

/** Sessions of users and the client keys that they bound. */
export function createSessionsModule(options: SessionsOptions): SessionsModule {
  const sessions = createSessions(options)
  return { sessions, keys: createKeyLookup({ db: options.db, sessions }) }
}
