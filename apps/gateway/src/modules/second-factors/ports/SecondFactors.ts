export type { FactorMethod, SecondFactors } from '../secondFactors.ts'
