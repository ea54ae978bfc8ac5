export { percentOf, Progress, shareOf, type ProgressProps } from '../progress/Progress.tsx'
