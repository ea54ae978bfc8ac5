export { Autocomplete, type AutocompleteProps } from '../autocomplete/Autocomplete.tsx'
export {
  reduceSuggest,
  takeOf,
  type SuggestEvent,
  type SuggestState,
  type Taken,
} from '../autocomplete/suggestionReducer.ts'
export type { RemoteSearchRun as SuggestionSearch } from '../select/createRemoteSearch.ts'
export type { SelectOption } from '../select/selectReducer.ts'
