import { useState } from 'react'
import { Button } from '@x/ui/button'
import { MobileCalendar } from '@x/ui/mobile-calendar'

export function Statement({ load }: { readonly load: (start: string, end: string) => void }) {
  const [open, setOpen] = useState(false)
  const [days, setDays] = useState<readonly string[]>([])
  const confirm = (chosen: readonly string[]) => {
    const [start = '', end = start] = chosen
    setOpen(false)
    setDays(chosen)
    load(start, end)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Statement of…</Button>
      <MobileCalendar
        open={open}
        mode="range"
        maximum={90}
        value={days}
        onOpenChange={setOpen}
        onConfirm={confirm}
      />
    </>
  )
}
