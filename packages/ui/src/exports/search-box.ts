export { SearchBox, type SearchBoxProps } from '../search-box/SearchBox.tsx'
export { createSearch, type SearchModel, type SearchOptions } from '../search-box/createSearch.ts'
export { SEARCH_WAIT } from '../search-box/machine.ts'
