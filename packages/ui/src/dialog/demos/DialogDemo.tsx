import { useState } from 'react'
import { Button } from '../../button/Button.tsx'
import { TextField } from '../../text-field/TextField.tsx'
import { Dialog } from '../Dialog.tsx'

export default function DialogDemo() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Withdraw…</Button>
      <Dialog
        open={open}
        onOpenChange={close}
        title="Withdraw USDT"
        size="medium"
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Withdraw 250.00 USDT
            </Button>
          </>
        }
      >
        <TextField label="Address" placeholder="0x…" />
      </Dialog>
    </>
  )
}
