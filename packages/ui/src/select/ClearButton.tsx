import { classNames } from '../classNames.ts'
import slot from '../field/slotButton.module.css'
import { Shape } from '../icon/Shape.tsx'
import { CROSS } from '../icon/shapes.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import styles from './select.module.css'

/**
 * A clear button for the pointer; the keyboard clears the field itself. It does not take the focus
 * or open the field.
 */
export function ClearButton({
  label,
  size = 14,
  onClear,
}: {
  readonly label?: string
  readonly size?: number
  readonly onClear: () => void
}) {
  const strings = useUiStrings()
  return (
    <button
      type="button"
      className={classNames(slot['button'], styles['clear'])}
      tabIndex={-1}
      aria-label={label ?? strings.clear}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation()
        onClear()
      }}
    >
      <Shape of={CROSS} size={size} />
    </button>
  )
}
