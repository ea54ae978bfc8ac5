export type { Recovery } from '../createRecovery.ts'
