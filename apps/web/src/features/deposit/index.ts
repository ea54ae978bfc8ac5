/** What other features may import of `deposit`. */
export { DepositHistory } from './DepositHistory.tsx'
export { MovementList } from './MovementList.tsx'
export { SafetyTip } from './SafetyTip.tsx'
