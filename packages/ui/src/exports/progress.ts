export { Progress, type ProgressProps } from '../progress/Progress.tsx'
export { percentOf, shareOf } from '../progress/machine.ts'
