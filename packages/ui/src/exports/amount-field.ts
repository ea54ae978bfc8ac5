export { AmountField, type AmountFieldProps } from '../amount-field/AmountField.tsx'
export { editAmount, stepAmount, type AmountEdit, type PastedAmount, type StepOptions } from '../amount-field/machine.ts'
