/** What other features may import of `account`. */
export { StepUpProvider } from './StepUpProvider.tsx'
export { useStepUp } from './stepUp.ts'
