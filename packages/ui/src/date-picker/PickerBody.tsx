import type { ReactNode } from 'react'
import type { Day } from '../base/days.ts'
import { Button } from '../button/Button.tsx'
import { CalendarView } from '../calendar/CalendarView.tsx'
import type { DayFace } from '../calendar/MonthGrid.tsx'
import { classNames } from '../classNames.ts'
import { Drawer } from '../drawer/Drawer.tsx'
import popup from '../popover/popup.module.css'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { dayRulesOf, type Time } from './moment.ts'
import { TimeBox } from './TimeBox.tsx'
import type { Picker } from './Picker.ts'
import styles from './datePicker.module.css'

export interface PickerTime {
  readonly key: string
  readonly label: string
  /** Nothing to set a time of as long as there is no day. */
  readonly value: Time | undefined
  readonly onSet: (text: string) => void
}

export interface PickerBodyProps {
  readonly of: Picker
  readonly label: string
  readonly months: 1 | 2
  readonly start: Day
  readonly faceOf: (day: Day) => DayFace
  readonly onPress: (day: Day) => void
  readonly onHover?: (day: Day | undefined) => void
  readonly times: readonly PickerTime[]
  readonly shortcuts: readonly {
    readonly key: string
    readonly label: string
    readonly onChoose: () => void
  }[]
  /** What is wrong with the last press, time or shortcut. */
  readonly fault: ReactNode
}

/**
 * U14: the calendar at its field, or below 768 px in a bottom sheet. Nothing of it is mounted while
 * it is shut.
 */
export function PickerBody({
  of: picker,
  label,
  months,
  start,
  faceOf,
  onPress,
  onHover,
  times,
  shortcuts,
  fault,
}: PickerBodyProps) {
  const strings = useUiStrings()
  const body = () => (
    <div className={styles['body']}>
      {shortcuts.length > 0 ? (
        <div role="group" aria-label={strings.shortcuts} className={styles['shortcuts']}>
          {shortcuts.map((shortcut) => (
            <Button key={shortcut.key} size="small" variant="ghost" onClick={shortcut.onChoose}>
              {shortcut.label}
            </Button>
          ))}
        </div>
      ) : null}
      <div className={styles['main']}>
        <CalendarView
          months={picker.phone ? 1 : months}
          rules={dayRulesOf(picker.rules())}
          start={start}
          today={picker.day()}
          multiple={months === 2}
          faceOf={faceOf}
          onPress={onPress}
          {...(onHover ? { onHover } : {})}
        />
        {times.length > 0 ? (
          <div className={styles['times']}>
            {times.map((time) => (
              <TimeBox key={time.key} label={time.label} value={time.value} onSet={time.onSet} />
            ))}
            <Button size="small" variant="primary" onClick={picker.shut}>
              {strings.ok}
            </Button>
          </div>
        ) : null}
        <p role="status" className={styles['fault']} data-x-part="picker-fault">
          {fault}
        </p>
      </div>
    </div>
  )
  if (picker.phone) {
    return (
      <Drawer open={picker.open} onClose={picker.shut} direction="btt" size="auto" title={label}>
        {body()}
      </Drawer>
    )
  }
  const { Layer } = picker
  return Layer ? (
    <Layer
      isOpen={picker.open}
      onClose={picker.shut}
      anchor={picker.anchor}
      zIndex={picker.zIndex}
      label={label}
      className={classNames(popup['popup'], styles['popover'])}
      data={{ 'data-x-part': 'picker' }}
    >
      {body()}
    </Layer>
  ) : null
}
