import type { ReactNode } from 'react'
import type { Day } from '../base/days.ts'
import { Button } from '../button/Button.tsx'
import { CalendarView } from '../calendar/CalendarView.tsx'
import type { DayState } from '../calendar/MonthGrid.tsx'
import { classNames } from '../classNames.ts'
import { Drawer } from '../drawer/Drawer.tsx'
import popup from '../popover/popup.module.css'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { dayRulesOf, type Time } from './moment.ts'
import { TimeBox } from './TimeBox.tsx'
import type { Picker } from './Picker.ts'
import styles from './datePicker.module.css'

/** A time field in the popup. */
export interface PickerTime {
  readonly key: string
  readonly label: string
  /** `undefined` disables the field: there is no day yet. */
  readonly value: Time | undefined
  readonly onSet: (text: string) => void
}

/** Props of the calendar popup. */
export interface PickerBodyProps {
  readonly of: Picker
  readonly label: string
  readonly months: 1 | 2
  readonly start: Day
  readonly stateOf: (day: Day) => DayState
  readonly onPress: (day: Day) => void
  readonly onHover?: (day: Day | undefined) => void
  readonly times: readonly PickerTime[]
  readonly shortcuts: readonly {
    readonly key: string
    readonly label: string
    readonly onChoose: () => void
  }[]
  /** Error of the last press, time or shortcut. */
  readonly fault: ReactNode
}

/**
 * The calendar in a popover at its field, or below 768 px in a bottom sheet (U14). Nothing is
 * mounted while it is closed.
 */
export function PickerBody({ of: picker, label, ...content }: PickerBodyProps) {
  const body = <PickerContent of={picker} {...content} />
  if (picker.phone) {
    return (
      <Drawer
        open={picker.open}
        onOpenChange={picker.dismiss}
        direction="btt"
        size="auto"
        title={label}
      >
        {body}
      </Drawer>
    )
  }
  const { Layer } = picker
  return Layer ? (
    <Layer
      isOpen={picker.open}
      onClose={picker.dismiss}
      anchor={picker.anchor}
      zIndex={picker.zIndex}
      label={label}
      className={classNames(popup['popup'], styles['popover'])}
      data={{ 'data-x-part': 'picker' }}
    >
      {body}
    </Layer>
  ) : null
}

/** Rendered in the popover or the sheet only, so that nothing of it is mounted while closed. */
function PickerContent({
  of: picker,
  months,
  start,
  stateOf,
  onPress,
  onHover,
  times,
  shortcuts,
  fault,
}: Omit<PickerBodyProps, 'label'>) {
  const strings = useUiStrings()
  return (
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
          stateOf={stateOf}
          onPress={onPress}
          {...(onHover ? { onHover } : {})}
        />
        {times.length > 0 ? (
          <div className={styles['times']}>
            {times.map((time) => (
              <TimeBox key={time.key} label={time.label} value={time.value} onSet={time.onSet} />
            ))}
            <Button size="small" variant="primary" onClick={picker.dismiss}>
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
}
