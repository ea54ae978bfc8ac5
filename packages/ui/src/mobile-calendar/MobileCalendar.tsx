import { useState } from 'react'
import type { Day } from '../base/days.ts'
import { Button } from '../button/Button.tsx'
import { withDefaultEnds } from '../calendar/calendarDays.ts'
import { todayOf } from '../calendar/today.ts'
import { Drawer, type DrawerProps } from '../drawer/Drawer.tsx'
import { createLazyModule } from '../lazy/createLazyModule.ts'
import { useLazyModule } from '../lazy/useLazyModule.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import type { UiStrings } from '../strings/UiStrings.ts'
import {
  initialCalendar,
  isComplete,
  pressDay,
  type CalendarMode,
  type CalendarNote,
  type CalendarRules,
  type CalendarState,
} from './daySelection.ts'
import styles from './mobileCalendar.module.css'

/** Returns the text of a message. */
function noteText(
  { reason }: CalendarNote,
  { strings, rules }: { readonly strings: UiStrings; readonly rules: CalendarRules },
): string {
  if (reason === 'maximum') return strings.maximumDays({ count: rules.maximum })
  if (reason === 'early') return strings.dateEarliest({ date: rules.min })
  return reason === 'late' ? strings.dateLatest({ date: rules.max }) : strings.dateDisabled
}

/** The month list in its own chunk, loaded when a calendar first opens. */
const lazyMonthList = /* @__PURE__ */ createLazyModule({
  name: 'month-list',
  load: async () => (await import('./MonthList.tsx')).MonthList,
})

/** Props of `MobileCalendar`. */
export interface MobileCalendarProps extends WidgetProps {
  readonly open: boolean
  /** Called when the sheet closes without a confirmation. */
  readonly onOpenChange: DrawerProps['onOpenChange']
  /** One day, several days, or the two ends of a range. Default `single`. */
  readonly mode?: CalendarMode
  /** Chosen days as `YYYY-MM-DD`. */
  readonly value: readonly Day[]
  /** Called with one day, the days in time order, or start and end. */
  readonly onConfirm: (days: readonly Day[]) => void
  /** Default: ten years before and after today. */
  readonly min?: Day
  readonly max?: Day
  readonly isDisabled?: (day: Day) => boolean
  /** Maximal number of days, of a range its length; 0, the default, is no limit. */
  readonly maximum?: number
  /** The day marked as today. Default: today by the device's clock. */
  readonly today?: Day
  readonly title?: string
}

/** A touch calendar in a bottom sheet (U13). The choice applies when it is confirmed. */
export function MobileCalendar({
  open,
  onOpenChange,
  mode = 'single',
  value,
  onConfirm,
  min,
  max,
  isDisabled,
  maximum = 0,
  today,
  title,
  id,
  className,
  style,
}: MobileCalendarProps) {
  const strings = useUiStrings()
  const [state, setState] = useState<CalendarState>({ days: [] })
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    setState(initialCalendar(value, { mode, maximum }))
  }
  const { Component: MonthList } = useLazyModule(lazyMonthList, {
    wanted: open,
    onFail: () => onOpenChange(false, 'close'),
  })
  if (!MonthList) return null
  const day = today ?? todayOf()
  const ends = { ...(min ? { min } : {}), ...(max ? { max } : {}), isDisabled }
  const rules: CalendarRules = { ...withDefaultEnds(day, ends), mode, maximum }
  return (
    <Drawer
      id={id}
      className={className}
      style={style}
      open={open}
      onOpenChange={onOpenChange}
      direction="btt"
      size="min(680px, 85dvb)"
      title={title ?? strings.chooseDate}
      padded={false}
      footer={<ConfirmButton state={state} mode={mode} onConfirm={onConfirm} />}
    >
      <div className={styles['sheet']}>
        <p role="status" className={styles['note']} data-x-part="calendar-note">
          {state.note ? noteText(state.note, { strings, rules }) : null}
        </p>
        <MonthList
          rules={rules}
          days={state.days}
          start={state.days[0] ?? day}
          today={day}
          onPress={(pressed) => setState(pressDay(state, { day: pressed, rules }))}
        />
      </div>
    </Drawer>
  )
}

interface ConfirmButtonProps extends Pick<MobileCalendarProps, 'onConfirm'> {
  readonly state: CalendarState
  readonly mode: CalendarMode
}

function ConfirmButton({ state, mode, onConfirm }: ConfirmButtonProps) {
  const strings = useUiStrings()
  return (
    <Button
      variant="primary"
      size="large"
      block
      disabled={!isComplete(state, mode)}
      disabledReason={mode === 'range' ? strings.dateBothEnds : strings.chooseDate}
      onClick={() => onConfirm(state.days)}
    >
      {strings.confirm}
    </Button>
  )
}
