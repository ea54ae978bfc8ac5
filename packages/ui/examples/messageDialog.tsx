import { Button } from '@x/ui/button'
import { createMessageDialogs, MessageDialogHost } from '@x/ui/message-dialog'

const dialogs = createMessageDialogs()

export function Rename({ rename }: { readonly rename: (name: string) => void }) {
  const press = async () => {
    const { action, value } = await dialogs.prompt({
      title: 'Name of the key',
      pattern: /^\w{1,20}$/,
      check: (text) => text !== 'admin' || 'This name is taken',
    })
    if (action === 'confirm' && value !== undefined) rename(value)
  }
  return (
    <>
      <Button onClick={() => void press()}>Rename</Button>
      <MessageDialogHost dialogs={dialogs} />
    </>
  )
}
