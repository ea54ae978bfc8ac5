export type { LoginFlow } from '../createLoginFlow.ts'
