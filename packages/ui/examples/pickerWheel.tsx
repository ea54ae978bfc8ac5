import { useState } from 'react'
import { PickerWheel, yearRows } from '@x/ui/picker-wheel'

export function BirthYear({ thisYear }: { readonly thisYear: number }) {
  const [year, setYear] = useState(String(thisYear))
  return (
    <PickerWheel label="Year" showLabel rows={yearRows(thisYear)} value={year} onChange={setYear} />
  )
}
