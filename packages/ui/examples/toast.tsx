import { browserPorts } from '@x/kit/browser'
import { Button } from '@x/ui/button'
import { createToastQueue, ToastRegion } from '@x/ui/toast'

const toasts = createToastQueue(browserPorts())

export function Save({ save }: { readonly save: () => Promise<void> }) {
  const press = async () => {
    const toast = toasts.loading('Saving')
    await save().then(
      () => toast.update({ kind: 'success', text: 'Saved' }),
      () => toast.update({ kind: 'error', text: 'Not saved' }),
    )
  }
  return (
    <>
      <Button onClick={() => void press()}>Save</Button>
      <ToastRegion toasts={toasts} />
    </>
  )
}
