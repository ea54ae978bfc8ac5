import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Dialog } from '../dialog/Dialog.tsx'
import { Drawer } from '../drawer/Drawer.tsx'
import { createMessageDialogs } from '../message-dialog/createMessageDialogs.ts'
import { MessageDialogHost } from '../message-dialog/MessageDialogHost.tsx'
import { clearStage, settled, stage } from '../testing/support/stage.tsx'

performance.setResourceTimingBufferSize(10_000)

const loaded = (name: string) =>
  performance.getEntriesByType('resource').some((entry) => entry.name.includes(name))
/** Idle callbacks run on demand: a busy machine may not run them for minutes. */
const idleTasks: IdleRequestCallback[] = []
globalThis.requestIdleCallback = (task) => idleTasks.push(task)
function idle(): void {
  for (const task of idleTasks.splice(0)) task({ didTimeout: false, timeRemaining: () => 50 })
}
/** Browsers dispatch events of a resting pointer after a layout: only the tests' events count. */
for (const type of ['pointermove', 'pointerdown', 'keydown'])
  addEventListener(type, (event) => event.isTrusted && event.stopImmediatePropagation(), true)
const dispatchInput = (type: string) =>
  document.body.dispatchEvent(new Event(type, { bubbles: true }))

beforeEach(() => page.viewport(1000, 900))
afterEach(clearStage)

/** The tests run in this order on one page: loaded chunks stay. */
describe('preloading', () => {
  it('waits for the first input, and skips unmounted widgets', async () => {
    stage(
      <>
        <Dialog open={false} title="Order" onOpenChange={() => {}}>
          Text
        </Dialog>
        <Drawer open={false} title="Watch list" onOpenChange={() => {}}>
          Text
        </Drawer>
      </>,
    )
    await settled()
    idle()
    clearStage()
    dispatchInput('pointermove')
    await settled()
    idle()
    expect(loaded('/base/BaseModal')).toBe(false)
  })

  it('is skipped with Save-Data', async () => {
    Object.defineProperty(navigator, 'connection', {
      configurable: true,
      value: { saveData: true },
    })
    stage(
      <Dialog open={false} title="Order" onOpenChange={() => {}}>
        Text
      </Dialog>,
    )
    dispatchInput('pointermove')
    await settled()
    idle()
    expect(loaded('/base/BaseModal')).toBe(false)
    Reflect.deleteProperty(navigator, 'connection')
  })

  it('loads the modal after a pointer move and renders without delay', async () => {
    const dialog = (open: boolean) => (
      <Dialog open={open} title="Order" onOpenChange={() => {}}>
        Text
      </Dialog>
    )
    // The first input has happened; it is not awaited again.
    stage(dialog(false))
    await expect.poll(() => idleTasks.length).toBeGreaterThan(0)
    expect(loaded('/base/BaseModal')).toBe(false)
    idle()
    await expect.poll(() => loaded('/base/BaseModal')).toBe(true)
    expect(document.querySelector('[role=dialog]')).toBeNull()
    // Waits until the chunks have run, which the resource list does not show.
    const { lazyModal } = await import('./lazyOverlays.ts')
    await lazyModal.load()
    stage(dialog(true))
    expect(document.querySelector('[role=dialog]')).not.toBeNull()
  })

  it('does not load the message dialog', async () => {
    stage(<MessageDialogHost dialogs={createMessageDialogs()} />)
    dispatchInput('keydown')
    await settled()
    idle()
    expect(loaded('/message-dialog/Message.tsx')).toBe(false)
  })
})
