import { ChevronRight } from 'lucide-react'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Checkbox } from '../toggle/Toggle.tsx'
import styles from './dataTable.module.css'
import type { RowActions } from './actions.ts'

/** Props of a selection box or an expand button. */
export interface ControlCellProps {
  readonly control: 'select' | 'expand'
  readonly rowKey: string
  /** Name of the row for screen readers. */
  readonly name: string
  /** Whether the row is selected or expanded. */
  readonly on: boolean
  readonly disabled: boolean
  readonly tabIndex: 0 | -1 | undefined
  readonly actions: Pick<RowActions<never>, 'toggle' | 'expand'>
}

/** The checkbox that selects a row, or the button that expands it. */
export function ControlCell({
  control,
  rowKey,
  name,
  on,
  disabled,
  tabIndex,
  actions,
}: ControlCellProps) {
  const strings = useUiStrings()
  if (control === 'select') {
    return (
      <Checkbox
        checked={on}
        disabled={disabled}
        tabIndex={tabIndex}
        aria-label={strings.selectRow({ text: name })}
        onClick={(event) => actions.toggle(rowKey, { range: event.shiftKey })}
      />
    )
  }
  if (disabled) return null
  return (
    <button
      type="button"
      className={styles['opener']}
      tabIndex={tabIndex}
      aria-expanded={on}
      aria-label={strings.rowDetails({ text: name })}
      onClick={() => actions.expand(rowKey)}
    >
      <Icon of={ChevronRight} size={14} />
    </button>
  )
}
