export { MultiSelect, type MultiSelectProps } from '../select/MultiSelect.tsx'
