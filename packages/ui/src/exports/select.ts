export { Select, type SelectProps } from '../select/Select.tsx'
export type { SelectOption } from '../select/machine.ts'
