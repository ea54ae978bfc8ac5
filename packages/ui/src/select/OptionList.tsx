import { Fragment, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Plus } from 'lucide-react'
import { Icon } from '../icon/Icon.tsx'
import { Shape } from '../icon/Shape.tsx'
import { CHECK } from '../icon/shapes.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { createRowSlots } from '../virtual-rows/rowSlots.ts'
import { useVirtualRows } from '../virtual-rows/useVirtualRows.ts'
import { CREATE_KEY, optionId, VIRTUAL_ABOVE, type SelectOption } from './selectReducer.ts'
import styles from './select.module.css'

/** Props of the option list. */
export interface OptionListProps {
  readonly id: string
  readonly label: string
  readonly options: readonly SelectOption[]
  readonly active: string | undefined
  readonly isSelected: (key: string) => boolean
  /** Several options can be chosen. Default false. */
  readonly multiple?: boolean
  /** Options are loading. Default false. */
  readonly busy?: boolean
  readonly rowHeight: number
  readonly onPoint: (key: string) => void
  readonly onChoose: (key: string) => void
  readonly onPointerLeave: () => void
  /** In a sheet without a filter the list itself takes the focus and the keys. */
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  readonly empty?: ReactNode
}

/**
 * Scrolls an option into view inside the list only: `scrollIntoView` would also scroll the page,
 * which closes the menu.
 */
function scrollWithin(list: HTMLElement, option: HTMLElement | null) {
  if (!option) return
  const [frame, box] = [list.getBoundingClientRect(), option.getBoundingClientRect()]
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top
  else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom
}

/** The listbox of a select or autocomplete; only visible options are rendered above 100. */
export function OptionList({
  id,
  label,
  options,
  active,
  isSelected,
  multiple = false,
  busy = false,
  rowHeight,
  onPoint,
  onChoose,
  onPointerLeave,
  onKeyDown,
  empty,
}: OptionListProps) {
  const strings = useUiStrings()
  const list = useRef<HTMLDivElement>(null)
  const isVirtual = options.length > VIRTUAL_ABOVE
  const { rows, blockSize, offset, scrollTo } = useVirtualRows({
    enabled: isVirtual,
    count: options.length,
    rowHeight,
    scroll: list,
    overscan: 8,
  })
  const [slots] = useState(createRowSlots)
  const visible = rows.flatMap(({ index, start }) => {
    const one = options[index]
    return one === undefined ? [] : [{ one, index, top: start + offset }]
  })
  const places = slots(visible.map(({ one }) => one.value))
  const activeIndex = options.findIndex((option) => option.value === active)
  useEffect(() => {
    if (activeIndex < 0) return
    if (isVirtual) scrollTo(activeIndex)
    else if (list.current)
      scrollWithin(list.current, document.getElementById(optionId(id, activeIndex)))
  }, [activeIndex, isVirtual, scrollTo, id])
  useEffect(() => {
    if (onKeyDown) list.current?.focus()
    // Only on mount: later the focus may be elsewhere on purpose.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  // Elements are reused for other options; the key resets state inside icon and hint.
  const keyed = (one: SelectOption, part: ReactNode) =>
    part && <Fragment key={one.value}>{part}</Fragment>
  const option = (
    one: SelectOption,
    {
      index,
      top,
      slot = one.value,
    }: { readonly index: number; readonly top?: number; readonly slot?: string | undefined },
  ) => (
    // The combobox keeps the focus and handles the keys.
    /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
       jsx-a11y/interactive-supports-focus */
    <div
      key={slot}
      id={optionId(id, index)}
      role="option"
      className={styles['option']}
      data-x-part="option"
      data-active={one.value === active || undefined}
      aria-selected={isSelected(one.value)}
      aria-disabled={one.disabled || undefined}
      aria-setsize={isVirtual ? options.length : undefined}
      aria-posinset={isVirtual ? index + 1 : undefined}
      style={
        top === undefined
          ? undefined
          : { position: 'absolute', insetBlockStart: top, insetInline: 0, blockSize: rowHeight }
      }
      onPointerMove={() => !one.disabled && onPoint(one.value)}
      onClick={() => onChoose(one.value)}
    >
      {one.value === CREATE_KEY ? <Icon of={Plus} /> : keyed(one, one.icon)}
      <span className={styles['optionLabel']}>
        {one.value === CREATE_KEY ? strings.createOption({ text: one.label }) : one.label}
      </span>
      {one.hint ? <span className={styles['hint']}>{keyed(one, one.hint)}</span> : null}
      <span className={styles['tick']}>{isSelected(one.value) ? <Shape of={CHECK} /> : null}</span>
    </div>
  )
  return (
    // Keeps the focus in the combobox.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles['listBox']}
      onPointerDown={(event) => event.preventDefault()}
      onPointerLeave={onPointerLeave}
    >
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-busy={busy || undefined}
        className={styles['list']}
        data-x-part="listbox"
        tabIndex={onKeyDown ? 0 : -1}
        aria-activedescendant={
          onKeyDown && activeIndex >= 0 ? optionId(id, activeIndex) : undefined
        }
        onKeyDown={onKeyDown}
      >
        {isVirtual ? (
          <div role="presentation" style={{ position: 'relative', blockSize: blockSize }}>
            {visible.map(({ one, ...place }, at) => option(one, { ...place, slot: places[at] }))}
          </div>
        ) : (
          options.map((one, index) => option(one, { index }))
        )}
      </div>
      {options.length === 0 ? (
        <div className={styles['empty']}>{empty ?? strings.noMatches}</div>
      ) : null}
      <span role="status" className={styles['count']}>
        {busy ? strings.loading : strings.resultCount({ count: options.length })}
      </span>
    </div>
  )
}
