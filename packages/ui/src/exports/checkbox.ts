export { Checkbox, type CheckboxProps } from '../toggle/Toggle.tsx'
