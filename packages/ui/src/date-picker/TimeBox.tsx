import { useId, useState } from 'react'
import { classNames } from '../classNames.ts'
import field from '../field/field.module.css'
import { isInputMethodKey } from '../layer/inputMethod.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { Time } from './moment.ts'
import { timeFormatOf } from './timeFormat.ts'
import styles from './datePicker.module.css'

/** Props of a time field. */
export interface TimeBoxProps {
  readonly label: string
  readonly value: Time | undefined
  readonly onSet: (text: string) => void
}

/** A time field, `HH:mm:ss`, validated on Enter and blur; a refused time is reset. */
export function TimeBox({ label, value, onSet }: TimeBoxProps) {
  const strings = useUiStrings()
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const settle = () => {
    if (typed !== undefined && typed !== value) onSet(typed)
    setTyped(undefined)
  }
  return (
    <div className={styles['time']}>
      <label htmlFor={id}>{label}</label>
      <div
        className={field['box']}
        data-size="small"
        data-disabled={value === undefined || undefined}
      >
        <input
          id={id}
          className={classNames(field['input'], styles['moment'])}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={timeFormatOf(strings)}
          value={typed ?? value ?? ''}
          disabled={value === undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isInputMethodKey(event.nativeEvent)) settle()
          }}
        />
      </div>
    </div>
  )
}
