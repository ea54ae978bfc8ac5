import { useState } from 'react'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'

export function Withdraw({
  isDirty,
  send,
}: {
  readonly isDirty: boolean
  readonly send: () => void
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Withdraw…</Button>
      <Dialog
        open={open}
        onOpenChange={() => setOpen(false)}
        title="Withdraw"
        size="medium"
        beforeClose={() => !isDirty}
        footer={
          <Button variant="primary" onClick={send}>
            Send
          </Button>
        }
      >
        The network fee is taken from the amount.
      </Dialog>
    </>
  )
}
