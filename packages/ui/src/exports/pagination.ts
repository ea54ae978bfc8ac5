export { Pagination, type PaginationProps } from '../pagination/Pagination.tsx'
export {
  DEFAULT_PAGE_SIZE,
  DEFAULT_PAGER_COUNT,
  PAGE_SIZES,
  pageCount,
  pagerItems,
  type PagerItem,
} from '../pagination/pagerItems.ts'
