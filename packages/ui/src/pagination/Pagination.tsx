import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  Ellipsis,
  type LucideIcon,
} from 'lucide-react'
import { classNames } from '../classNames.ts'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import {
  checkedPagerCount,
  clampPage,
  DEFAULT_PAGE_SIZE,
  DEFAULT_PAGER_COUNT,
  nearPages,
  PAGE_SIZES,
  pageCount,
  type PagerItem,
  pagerItems,
} from './pagerItems.ts'
import styles from './pagination.module.css'

/** Props of `Pagination`. */
export interface PaginationProps extends WidgetProps {
  /** Number of all rows. */
  readonly total: number
  readonly page?: number
  readonly defaultPage?: number
  readonly onPageChange?: (page: number) => void
  /** Rows per page. Default 10. */
  readonly pageSize?: number
  /** Shows the choice of page sizes. */
  readonly onPageSizeChange?: (pageSize: number) => void
  readonly pageSizes?: readonly number[]
  /** Number of page buttons: odd, 5 to 21, default 7. */
  readonly pagerCount?: number
  /** Pages in a list between both arrows instead of buttons, for phones. Default false. */
  readonly compact?: boolean
  /** Accessible name; two pagers on a page need different ones. */
  readonly label?: string
}

/** Bundlers replace this expression, as for React. */
const development = process.env.NODE_ENV !== 'production'

/**
 * Pages of a list (U16). In development, throws a `RangeError` if `pagerCount` is not odd or not
 * from 5 to 21.
 */
export function Pagination({
  total,
  page,
  defaultPage = 1,
  onPageChange,
  pageSize = DEFAULT_PAGE_SIZE,
  onPageSizeChange,
  pageSizes = PAGE_SIZES,
  pagerCount = DEFAULT_PAGER_COUNT,
  compact = false,
  label,
  id,
  className,
  style,
}: PaginationProps) {
  const strings = useUiStrings()
  const pages = pageCount({ total, pageSize })
  const { current, go } = usePage(pages, { page, defaultPage, onPageChange })
  const { pager, noteJump } = useFocusAfterJump(current)
  const count = checkedPagerCount(pagerCount, { strict: development })
  return (
    <nav
      ref={pager}
      id={id}
      className={classNames(styles['pagination'], className)}
      style={style}
      aria-label={label ?? strings.pagination}
      data-x-part="pagination"
    >
      {onPageSizeChange ? (
        <PageSizes size={pageSize} sizes={pageSizes} onChange={onPageSizeChange} />
      ) : null}
      <Step
        label={strings.previousPage}
        icon={ChevronLeft}
        disabled={current === 1}
        onPress={() => go(current - 1)}
      />
      {compact ? (
        <PageList pages={pages} current={current} onChange={go} />
      ) : (
        <PagerButtons
          {...{ pages, current, count }}
          onPress={(item) => {
            noteJump(item.kind !== 'page')
            go(item.page)
          }}
        />
      )}
      <Step
        label={strings.nextPage}
        icon={ChevronRight}
        disabled={current === pages}
        onPress={() => go(current + 1)}
      />
    </nav>
  )
}

interface PageState {
  readonly page: number | undefined
  readonly defaultPage: number
  readonly onPageChange: ((page: number) => void) | undefined
}

/** The page that is shown, of `pages`, and how to go to another. */
function usePage(pages: number, { page, defaultPage, onPageChange }: PageState) {
  const [uncontrolled, setUncontrolled] = useState(defaultPage)
  const current = clampPage(page ?? uncontrolled, pages)
  // Fewer rows or larger pages change an uncontrolled page without a press; report that too.
  const reported = useRef(current)
  const report = useEffectEvent(() => {
    if (page === undefined && reported.current !== current) onPageChange?.(current)
    reported.current = current
  })
  useEffect(() => report(), [current])
  const go = (next: number) => {
    const target = clampPage(next, pages)
    if (target === current) return
    setUncontrolled(target)
    if (page === undefined) reported.current = target
    onPageChange?.(target)
  }
  return { current, go }
}

/** If the pressed dots disappear, the current page takes the focus. */
function useFocusAfterJump(current: number) {
  const pager = useRef<HTMLElement>(null)
  const hasJumped = useRef(false)
  useEffect(() => {
    if (hasJumped.current && !pager.current?.contains(document.activeElement))
      pager.current?.querySelector<HTMLElement>('[aria-current=page]')?.focus()
    hasJumped.current = false
  }, [current])
  const noteJump = (isJump: boolean) => {
    hasJumped.current = isJump
  }
  return { pager, noteJump }
}

interface PagerButtonsProps {
  readonly pages: number
  readonly current: number
  readonly count: number
  readonly onPress: (item: PagerItem) => void
}

/** A button for each page that is offered, and the dots between them. */
function PagerButtons({ onPress, ...shown }: PagerButtonsProps) {
  return pagerItems(shown).map((item) => (
    <PagerButton
      key={item.kind === 'page' ? item.page : item.to}
      item={item}
      current={shown.current}
      onPress={() => onPress(item)}
    />
  ))
}

interface PagerButtonProps {
  readonly item: PagerItem
  readonly current: number
  readonly onPress: () => void
}

/** The button of a page, or the dots that jump over several. */
function PagerButton({ item, current, onPress }: PagerButtonProps) {
  const strings = useUiStrings()
  if (item.kind === 'page')
    return (
      <button
        type="button"
        className={styles['page']}
        data-x-part="page"
        aria-label={strings.page({ page: item.page })}
        aria-current={item.page === current ? 'page' : undefined}
        onClick={onPress}
      >
        {item.page}
      </button>
    )
  return (
    <button
      type="button"
      className={styles['page']}
      data-x-part="dots"
      aria-label={item.to === 'back' ? strings.jumpBack : strings.jumpForward}
      onClick={onPress}
    >
      <Icon of={Ellipsis} className={styles['dots']} />
      <Icon of={item.to === 'back' ? ChevronsLeft : ChevronsRight} className={styles['jump']} />
    </button>
  )
}

interface StepProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly disabled: boolean
  readonly onPress: () => void
}

/** The button of the previous or the next page. */
function Step({ label, icon, disabled, onPress }: StepProps) {
  return (
    <button
      type="button"
      className={styles['page']}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={onPress}
    >
      <Icon of={icon} className={styles['arrow']} />
    </button>
  )
}

interface PageSizesProps {
  readonly size: number
  readonly sizes: readonly number[]
  readonly onChange: (size: number) => void
}

/** Chooses how many rows a page has. */
function PageSizes({ size, sizes, onChange }: PageSizesProps) {
  const strings = useUiStrings()
  return (
    <label className={styles['sizes']}>
      <span>{strings.rowsPerPage}</span>
      <NumberChoice value={size} values={sizes} onChange={onChange} />
    </label>
  )
}

interface PageListProps {
  readonly pages: number
  readonly current: number
  readonly onChange: (page: number) => void
}

/** Chooses a page, beside the number of all. */
function PageList({ pages, current, onChange }: PageListProps) {
  const strings = useUiStrings()
  return (
    <span className={styles['pages']} data-x-part="pages">
      <NumberChoice
        aria-label={strings.page({ page: current })}
        value={current}
        values={nearPages({ pages, current })}
        onChange={onChange}
      />
      / {pages}
    </span>
  )
}

interface NumberChoiceProps {
  readonly 'aria-label'?: string
  readonly value: number
  readonly values: readonly number[]
  readonly onChange: (value: number) => void
}

/** The browser's own list of numbers. */
function NumberChoice({ value, values, onChange, ...rest }: NumberChoiceProps) {
  return (
    <>
      <select
        {...rest}
        className={styles['size']}
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} className={styles['chevron']} />
    </>
  )
}
