export {
  CheckboxGroup,
  type CheckboxGroupProps,
  type CheckOption,
} from '../checkbox-group/CheckboxGroup.tsx'
export {
  limitViolation,
  toggleCheck,
  type LimitViolation,
  type CheckResult,
  type CheckLimits,
} from '../checkbox-group/checkLimits.ts'
