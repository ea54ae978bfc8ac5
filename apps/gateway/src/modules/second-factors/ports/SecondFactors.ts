export type { SecondFactors } from '../secondFactors.ts'
