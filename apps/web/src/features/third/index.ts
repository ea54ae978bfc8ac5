/** What other features may import of `third`. */
export { ThirdMark } from './ThirdMark.tsx'
export { ThirdSteps } from './ThirdSteps.tsx'
export { useThird } from './useThird.ts'
export { useThirdName } from './useThirdName.ts'
