export {
  Select,
  type SelectBaseProps,
  type SelectProps,
  type SelectSize,
} from '../select/Select.tsx'
export type { SelectOption } from '../select/selectReducer.ts'
export { REMOTE_WAIT, type RemoteSearchRun } from '../select/createRemoteSearch.ts'
export { HOVER_RESET } from '../select/useSelect.ts'
export {
  useRemoteOptions,
  type RemoteOptions,
  type UseRemoteOptions,
} from '../select/useRemoteOptions.tsx'
