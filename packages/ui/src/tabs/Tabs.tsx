import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import { nextTab, tabStop } from './nextTab.ts'
import styles from './tabs.module.css'

/** A tab and its panel. */
export interface TabItem {
  readonly value: string
  readonly label: ReactNode
  /** Number beside the label, for instance of open orders. */
  readonly count?: number | undefined
  readonly disabled?: boolean
  readonly panel?: ReactNode
}

/** Props of `Tabs`. */
export interface TabsProps extends WidgetProps {
  readonly items: readonly TabItem[]
  readonly 'aria-label': string
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (key: string) => void
  /**
   * `line` underlines the tab, `quiet` only changes its colour, for panel headers. Default `line`.
   */
  readonly variant?: 'line' | 'quiet'
  readonly size?: 'small' | 'standard'
  /** Content at the end of the row, for instance filters. */
  readonly end?: ReactNode
  /** Keeps hidden panels and their state mounted. Default false. */
  readonly keepMounted?: boolean
}

/**
 * Tabs with panels. Items without `panel` give a tab list only: render the content from `onChange`.
 */
export function Tabs({
  items,
  value: selected,
  defaultValue: defaultSelected,
  onChange: onSelect,
  variant = 'line',
  size = 'standard',
  end,
  keepMounted = false,
  id,
  className,
  style,
  'aria-label': label,
}: TabsProps) {
  const tabId = useId()
  const [uncontrolled, setUncontrolled] = useState(defaultSelected ?? tabStop(items, undefined))
  const current = selected ?? uncontrolled
  const select = (key: string) => {
    setUncontrolled(key)
    if (key !== current) onSelect?.(key)
  }
  const hasPanels = items.some((item) => item.panel !== undefined)
  const isMounted = (key: string) => hasPanels && (keepMounted || key === current)
  return (
    <div
      id={id}
      className={classNames(styles['tabs'], className)}
      style={style}
      data-x-part="tabs"
      data-variant={variant}
      data-size={size}
    >
      <div className={styles['bar']}>
        <TabList {...{ tabId, items, label, current, isMounted, select }} />
        {end ? <div className={styles['end']}>{end}</div> : null}
      </div>
      {items.map((item, at) =>
        isMounted(item.value) ? (
          <div
            key={item.value}
            role="tabpanel"
            id={`${tabId}-${at}-panel`}
            className={styles['panel']}
            data-x-part="tab-panel"
            aria-labelledby={`${tabId}-${at}`}
            hidden={item.value !== current}
          >
            {item.panel}
          </div>
        ) : null,
      )}
    </div>
  )
}

interface TabListProps extends Pick<TabsProps, 'items'> {
  readonly tabId: string
  readonly label: string
  readonly current: string | undefined
  readonly isMounted: (key: string) => boolean
  readonly select: (key: string) => void
}

/** The tabs, over which the focus roves. */
function TabList({ tabId, items, label, current, isMounted, select }: TabListProps) {
  const list = useRef<HTMLDivElement>(null)
  const stop = tabStop(items, current)
  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextTab({
      keys: items.map((item) => item.value),
      disabled: new Set(items.filter((item) => item.disabled).map((item) => item.value)),
      current,
      key: event.key,
      rightToLeft: getComputedStyle(event.currentTarget).direction === 'rtl',
    })
    if (next === undefined) return
    event.preventDefault()
    select(next)
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next)}"]`)?.focus()
  }
  return (
    // The focus is on one of its tabs, never on the list.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={list}
      className={styles['list']}
      role="tablist"
      aria-label={label}
      onKeyDown={keyDown}
    >
      {items.map((item, at) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          // Not the key: a blank in an id would make it two ids.
          id={`${tabId}-${at}`}
          className={styles['tab']}
          data-x-part="tab"
          data-key={item.value}
          aria-selected={item.value === current}
          aria-controls={isMounted(item.value) ? `${tabId}-${at}-panel` : undefined}
          tabIndex={item.value === stop ? 0 : -1}
          disabled={item.disabled}
          onClick={() => select(item.value)}
        >
          <span>{item.label}</span>
          {item.count === undefined ? null : <span className={styles['count']}>{item.count}</span>}
        </button>
      ))}
    </div>
  )
}
