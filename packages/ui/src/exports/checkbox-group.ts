export {
  CheckboxGroup,
  type CheckboxGroupProps,
  type CheckOption,
} from '../checkbox-group/CheckboxGroup.tsx'
export {
  blockOf,
  changeChecks,
  type CheckBlock,
  type CheckChange,
  type CheckLimits,
} from '../checkbox-group/checkLimits.ts'
