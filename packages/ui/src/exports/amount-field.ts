export { AmountField, type AmountFieldProps } from '../amount-field/AmountField.tsx'
export {
  alterationOf,
  type AlterationKind,
  type AlterationOptions,
  type AmountAlteration,
} from '../amount-field/alteration.ts'
export {
  editAmount,
  stepAmount,
  type AmountEdit,
  type EditOptions,
  type PastedAmount,
  type StepOptions,
} from '../amount-field/amountText.ts'
