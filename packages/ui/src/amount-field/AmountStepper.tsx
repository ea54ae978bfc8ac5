import { Minus, Plus } from 'lucide-react'
import slot from '../field/slotButton.module.css'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import styles from './amountField.module.css'

/** Props of `AmountStepper`. */
export interface AmountStepperProps {
  /** Id of the field that it changes. */
  readonly controls: string
  readonly disabled: boolean
  readonly onStep: (direction: 'up' | 'down') => void
}

/** Two buttons that change an amount by its step. */
export function AmountStepper({ controls, disabled, onStep }: AmountStepperProps) {
  const strings = useUiStrings()
  return (
    <span className={styles['stepper']} data-x-part="stepper">
      {(['down', 'up'] as const).map((direction) => (
        <button
          key={direction}
          type="button"
          className={slot['button']}
          // The arrow keys do the same; two more tab stops a field would double the tabs
          // through an order form.
          tabIndex={-1}
          aria-label={direction === 'up' ? strings.increase : strings.decrease}
          aria-controls={controls}
          disabled={disabled}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onStep(direction)}
        >
          <Icon of={direction === 'up' ? Plus : Minus} size={14} />
        </button>
      ))}
    </span>
  )
}
