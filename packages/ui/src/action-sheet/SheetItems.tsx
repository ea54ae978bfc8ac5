import type { KeyboardEvent, Ref } from 'react'
import { Shape } from '../icon/Shape.tsx'
import { CHECK } from '../icon/shapes.ts'
import { Spinner } from '../skeleton/Skeleton.tsx'
import { isTappable, type SheetItem } from './sheetReducer.ts'
import styles from './actionSheet.module.css'

/** Props of the list in the sheet. */
export interface SheetItemsProps {
  readonly ref: Ref<HTMLUListElement>
  readonly label: string
  readonly items: readonly SheetItem[]
  /** Keys of the checked items; `undefined` in a sheet of actions. */
  readonly checked: readonly string[] | undefined
  readonly onTap: (item: SheetItem) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Disabled and loading items stay in the tab order, so that screen readers announce them. */
export function SheetItems({ ref, label, items, checked, onTap, onKeyDown }: SheetItemsProps) {
  return (
    // Handles the arrow keys of its buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={ref} className={styles['items']} aria-label={label} onKeyDown={onKeyDown}>
      {items.map((item) => {
        const isChecked = checked?.includes(item.key) ?? false
        return (
          <li key={item.key}>
            <button
              type="button"
              role={checked ? 'checkbox' : undefined}
              aria-checked={checked ? isChecked : undefined}
              aria-disabled={!isTappable(item) || undefined}
              aria-busy={item.loading || undefined}
              className={styles['item']}
              data-x-part="sheet-item"
              data-tone={item.tone}
              onClick={() => isTappable(item) && onTap(item)}
            >
              {item.icon ? <span className={styles['icon']}>{item.icon}</span> : null}
              <span className={styles['text']}>
                <span className={styles['label']}>{item.label}</span>
                {item.hint ? <span className={styles['hint']}>{item.hint}</span> : null}
              </span>
              {item.loading ? <Spinner /> : null}
              {checked ? (
                <span className={styles['box']} aria-hidden="true">
                  <Shape of={CHECK} size={14} />
                </span>
              ) : null}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
