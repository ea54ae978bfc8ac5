import { useState } from 'react'
import { Button } from '../../button/Button.tsx'
import { MobileCalendar } from '../MobileCalendar.tsx'
import type { CalendarMode } from '../daySelection.ts'

const modes: readonly CalendarMode[] = ['single', 'multiple', 'range']
const isDisabled = (day: string) => day === '2026-11-15' || day === '2026-11-16'

export default function MobileCalendars() {
  const [open, setOpen] = useState<CalendarMode>()
  const [mode, setMode] = useState<CalendarMode>('single')
  const [days, setDays] = useState<readonly string[]>([])
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
      {modes.map((one) => (
        <Button
          key={one}
          onClick={() => {
            setMode(one)
            setOpen(one)
          }}
        >
          {one}
        </Button>
      ))}
      <output>{days.join(' ')}</output>
      <MobileCalendar
        open={open !== undefined}
        mode={mode}
        value={days}
        maximum={7}
        today="2026-11-21"
        min="2026-01-10"
        max="2027-12-20"
        isDisabled={isDisabled}
        onOpenChange={() => setOpen(undefined)}
        onConfirm={(chosen) => {
          setDays(chosen)
          setOpen(undefined)
        }}
      />
    </div>
  )
}
