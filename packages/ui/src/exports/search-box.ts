export { SearchBox, type SearchBoxProps } from '../search-box/SearchBox.tsx'
export {
  createSearch,
  SEARCH_WAIT,
  type SearchModel,
  type SearchOptions,
} from '../search-box/createSearch.ts'
