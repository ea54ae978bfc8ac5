import { useState } from 'react'
import { DatePicker } from '@x/ui/date-picker'

export function Terms({ isHoliday }: { readonly isHoliday: (day: string) => boolean }) {
  const [day, setDay] = useState('')
  const [moment, setMoment] = useState('')
  return (
    <>
      <DatePicker label="Settlement" value={day} onChange={setDay} isDisabled={isHoliday} />
      <DatePicker
        label="Expires"
        withTime
        defaultTime="23:59:59"
        value={moment}
        onChange={setMoment}
      />
    </>
  )
}
