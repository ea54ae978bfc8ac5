export { Autocomplete, type AutocompleteProps } from '../autocomplete/Autocomplete.tsx'
export {
  reduceSuggestions,
  autocompleteResult,
  type SuggestionEvent,
  type SuggestionState,
  type AutocompleteResult,
} from '../autocomplete/suggestionReducer.ts'
export type { RemoteSearchRun as SuggestionSearch } from '../select/createRemoteSearch.ts'
export type { SelectOption } from '../select/selectReducer.ts'
