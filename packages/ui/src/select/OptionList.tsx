import {
  Fragment,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
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

/** The options in view, each with its place and the element that it reuses. */
function useVisibleOptions(
  list: RefObject<HTMLDivElement | null>,
  { options, rowHeight }: OptionListProps,
) {
  const isVirtual = options.length > VIRTUAL_ABOVE
  const { rows, blockSize, offset, scrollTo } = useVirtualRows({
    enabled: isVirtual,
    count: options.length,
    rowHeight,
    scroll: list,
    overscan: 8,
  })
  const [slots] = useState(createRowSlots)
  const shown = rows.flatMap(({ index, start }) => {
    const one = options[index]
    return one === undefined ? [] : [{ one, index, top: start + offset }]
  })
  const places = slots(shown.map(({ one }) => one.value))
  const visible = shown.map((row, at) => ({ ...row, slot: places[at] ?? row.one.value }))
  return { isVirtual, visible, blockSize, scrollTo }
}

interface OptionRowProps {
  readonly list: OptionListProps
  readonly one: SelectOption
  readonly index: number
  /** Pixels, in a virtualised list. */
  readonly top?: number
}

function OptionRow({ list, one, index, top }: OptionRowProps) {
  const strings = useUiStrings()
  const isVirtual = top !== undefined
  const isCreation = one.value === CREATE_KEY
  const isSelected = list.isSelected(one.value)
  // Elements are reused for other options; the key resets state inside icon and hint.
  const keyed = (part: ReactNode) => part && <Fragment key={one.value}>{part}</Fragment>
  return (
    // The combobox keeps the focus and handles the keys.
    /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
       jsx-a11y/interactive-supports-focus */
    <div
      id={optionId(list.id, index)}
      role="option"
      className={styles['option']}
      data-x-part="option"
      data-active={one.value === list.active || undefined}
      aria-selected={isSelected}
      aria-disabled={one.disabled || undefined}
      aria-setsize={isVirtual ? list.options.length : undefined}
      aria-posinset={isVirtual ? index + 1 : undefined}
      style={
        isVirtual
          ? {
              position: 'absolute',
              insetBlockStart: top,
              insetInline: 0,
              blockSize: list.rowHeight,
            }
          : undefined
      }
      onPointerMove={() => !one.disabled && list.onPoint(one.value)}
      onClick={() => list.onChoose(one.value)}
    >
      {isCreation ? <Icon of={Plus} /> : keyed(one.icon)}
      <span className={styles['optionLabel']}>
        {isCreation ? strings.createOption({ text: one.label }) : one.label}
      </span>
      {one.hint ? <span className={styles['hint']}>{keyed(one.hint)}</span> : null}
      <span className={styles['tick']}>{isSelected ? <Shape of={CHECK} /> : null}</span>
    </div>
  )
}

/** The listbox of a select or autocomplete; only visible options are rendered above 100. */
export function OptionList(props: OptionListProps) {
  const { id, options, active, multiple = false, busy = false, onKeyDown } = props
  const strings = useUiStrings()
  const list = useRef<HTMLDivElement>(null)
  const { isVirtual, visible, blockSize, scrollTo } = useVisibleOptions(list, props)
  const activeIndex = options.findIndex((option) => option.value === active)
  const activeId = activeIndex < 0 ? undefined : optionId(id, activeIndex)
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
  return (
    // Keeps the focus in the combobox.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles['listBox']}
      onPointerDown={(event) => event.preventDefault()}
      onPointerLeave={props.onPointerLeave}
    >
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={props.label}
        aria-multiselectable={multiple || undefined}
        aria-busy={busy || undefined}
        className={styles['list']}
        data-x-part="listbox"
        tabIndex={onKeyDown ? 0 : -1}
        aria-activedescendant={onKeyDown && activeId}
        onKeyDown={onKeyDown}
      >
        {isVirtual ? (
          <div role="presentation" style={{ position: 'relative', blockSize: blockSize }}>
            {visible.map(({ slot, ...row }) => (
              <OptionRow key={slot} list={props} {...row} />
            ))}
          </div>
        ) : (
          options.map((one, index) => (
            <OptionRow key={one.value} list={props} one={one} index={index} />
          ))
        )}
      </div>
      {options.length === 0 ? (
        <div className={styles['empty']}>{props.empty ?? strings.noMatches}</div>
      ) : null}
      <span role="status" className={styles['count']}>
        {busy ? strings.loading : strings.resultCount({ count: options.length })}
      </span>
    </div>
  )
}
