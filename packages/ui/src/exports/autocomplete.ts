export { Autocomplete, type AutocompleteProps } from '../autocomplete/Autocomplete.tsx'
export {
  reduceSuggestions as reduceSuggest,
  autocompleteResult as takeOf,
  type SuggestionEvent as SuggestEvent,
  type SuggestionState as SuggestState,
  type AutocompleteResult as Taken,
} from '../autocomplete/suggestionReducer.ts'
export type { RemoteSearchRun as SuggestionSearch } from '../select/createRemoteSearch.ts'
export type { SelectOption } from '../select/selectReducer.ts'
