import { useState } from 'react'
import { Button } from '@x/ui/button'
import { Drawer } from '@x/ui/drawer'

export function WatchList({ pairs }: { readonly pairs: readonly string[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Watch list</Button>
      <Drawer open={open} onOpenChange={() => setOpen(false)} direction="ltr" title="Watch list">
        <ul>
          {pairs.map((pair) => (
            <li key={pair}>{pair}</li>
          ))}
        </ul>
      </Drawer>
    </>
  )
}
