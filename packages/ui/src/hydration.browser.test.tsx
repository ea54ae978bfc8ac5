import { browserPorts } from '@x/kit/browser'
import { useStore } from '@x/kit/react'
import { StrictMode, useSyncExternalStore } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { demos } from './testing/support/demos.ts'
import { createMessageDialogs, type MessageDialogs } from './message-dialog/createMessageDialogs.ts'
import { MessageDialogHost } from './message-dialog/MessageDialogHost.tsx'
import { createNotificationQueue } from './notification/createNotificationQueue.ts'
import { NotificationRegion } from './notification/NotificationRegion.tsx'
import { createToastQueue, type ToastQueue } from './toast/createToastQueue.ts'
import { ToastRegion } from './toast/ToastRegion.tsx'
import { UiProvider } from './provider/UiProvider.tsx'
import { hydrationFaults } from './testing/support/hydrate.ts'
import { clearStage } from './testing/support/stage.tsx'

afterEach(clearStage)

describe('hydration', () => {
  it.each(Object.keys(demos))('keeps the server markup of %s', async (name) => {
    const Demo = demos[name]
    const page = (
      <StrictMode>
        <UiProvider>{Demo ? <Demo /> : null}</UiProvider>
      </StrictMode>
    )
    expect(await hydrationFaults(page)).toEqual([])
  })
})

describe('what began before the page was hydrated', () => {
  it('keeps the server markup while toasts and messages wait', async () => {
    const toasts = createToastQueue(browserPorts())
    const notifications = createNotificationQueue(browserPorts())
    const dialogs = createMessageDialogs()
    const page = (
      <UiProvider>
        <Waiting toasts={toasts} dialogs={dialogs} />
        <ToastRegion toasts={toasts} />
        <NotificationRegion notifications={notifications} />
        <MessageDialogHost dialogs={dialogs} />
      </UiProvider>
    )
    const markup = renderToString(page)
    expect(markup).toContain('0 0')
    toasts.success('Order placed')
    notifications.show({ kind: 'info', title: 'Deposit' })
    void dialogs.alert({ title: 'Welcome', message: 'Hello' })
    expect(await hydrationFaults(page, markup)).toEqual([])
    dialogs.closeAll()
    toasts.closeAll()
    notifications.closeAll()
  })
})

/** Counts of two queues, as a page would show them. */
function Waiting({
  toasts,
  dialogs,
}: {
  readonly toasts: ToastQueue
  readonly dialogs: MessageDialogs
}) {
  const shown = useStore(toasts).length
  const { current } = useStore(dialogs)
  return <p title={String(shown)}>{`${shown} ${current ? 1 : 0}`}</p>
}

describe('the check itself', () => {
  it.each([
    ['an attribute', '<p title="server">Price</p>'],
    ['a style', '<p title="browser" style="color:red">Price</p>'],
    ['a text', '<p title="browser">Cost</p>'],
    ['an element', '<div title="browser">Price</div>'],
  ])('finds %s that the server wrote otherwise', async (_, markup) => {
    const faults = await hydrationFaults(<p title="browser">Price</p>, markup)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/hydrat/i)
  })

  it('finds a store without a snapshot for the server', async () => {
    const Width = () => (
      <p>
        {useSyncExternalStore(
          () => () => {},
          () => innerWidth,
        )}
      </p>
    )
    const faults = await hydrationFaults(<Width />, '<p>0</p>')
    expect(faults.length).toBeGreaterThan(0)
  })
})
