export {
  CheckboxGroup,
  type CheckboxGroupProps,
  type CheckOption,
} from '../checkbox-group/CheckboxGroup.tsx'
export {
  limitViolation as blockOf,
  toggleCheck as changeChecks,
  type LimitViolation as CheckBlock,
  type CheckResult as CheckChange,
  type CheckLimits,
} from '../checkbox-group/checkLimits.ts'
