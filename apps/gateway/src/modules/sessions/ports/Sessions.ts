export type { Sessions } from '../createSessions.ts'
export type { KnownLogins } from '../knownLogins.ts'
