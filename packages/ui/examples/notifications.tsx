import { browserPorts } from '@x/kit/browser'
import { createNotificationQueue, NotificationRegion } from '@x/ui/notification'

const notifications = createNotificationQueue(browserPorts())

export function Fills({ pair }: { readonly pair: string }) {
  return (
    <>
      <button
        type="button"
        onClick={() => notifications.show({ kind: 'success', title: 'Order filled', text: pair })}
      >
        Fill
      </button>
      <NotificationRegion notifications={notifications} />
    </>
  )
}
