/** What other features may import of `margin`. */
export { LazyLoanDialog } from './LazyLoanDialog.ts'
export { LevelGauge } from './LevelGauge.tsx'
export { freeOf } from './marginFigures.ts'
